import { useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "@/api/client";
import { inboxQuery } from "@/api/inbox";
import { keys } from "@/api/keys";
import { proposalQuery } from "@/api/proposals";
import { keepSession, setupQuery } from "@/api/session";
import { askAgent } from "@/lib/ask";
import { beginStart, isFirstProof } from "@/lib/start";
import { buttonClass } from "@/ui/button";
import { Field } from "@/ui/field";
import { Form } from "@/ui/form";
import { Gate } from "./components/gate";
import styles from "./setup.module.css";

const route = getRouteApi("/setup");

/** The first set-up, from the one-time link: names the workspace and its owner. */
export function SetupScreen() {
  const { token } = route.useSearch();
  const setup = useQuery(setupQuery);
  if (setup.isPending) return null;
  if (setup.data && !setup.data.needed) return <AlreadyDone />;
  return token ? <SetupForm token={token} /> : <TokenMissing />;
}

function SetupForm({ token }: { token: string }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const navigate = useNavigate();
  const send = async (values: Record<string, string>) => {
    const body = {
      token,
      workspaceName: values.workspaceName ?? "",
      name: values.name ?? "",
      email: values.email ?? "",
      password: values.password ?? "",
    };
    const session = keepSession(await unwrap(api.POST("/api/setup", { body })));
    client.setQueryData(keys.session, session);
    client.setQueryData(keys.setup, { needed: false });
    // The demo's proposal is the best first thing to see. Should it not be there yet, the inbox waits for it.
    const items = await client.fetchQuery(inboxQuery).catch(() => []);
    const waiting = items.find(isFirstProof);
    beginStart(session.workspace.id, waiting?.id ?? null);
    if (!waiting) return navigate({ to: "/", replace: true });
    const detail = await client.fetchQuery(proposalQuery(waiting.id)).catch(() => null);
    const conversationId = detail?.proposal.conversationId;
    if (conversationId) askAgent({ conversationId });
    return navigate({ to: "/review/$proposalId", params: { proposalId: waiting.id }, replace: true });
  };
  return (
    <Gate title={t("access.setupTitle")} text={t("access.setupText")}>
      <Form action={t("access.createOwner")} onSend={send}>
        <Field
          label={t("access.workspaceName")}
          hint={t("access.workspaceHint")}
          name="workspaceName"
          maxLength={80}
          required
          autoFocus
        />
        <Field label={t("access.yourName")} name="name" autoComplete="name" maxLength={80} required />
        <Field label={t("access.email")} name="email" type="email" autoComplete="username" required />
        <Field
          label={t("access.password")}
          hint={t("access.passwordHint")}
          name="password"
          type="password"
          autoComplete="new-password"
          minLength={10}
          required
        />
      </Form>
    </Gate>
  );
}

function TokenMissing() {
  const { t } = useTranslation();
  return (
    <Gate title={t("access.tokenMissingTitle")} text={t("access.tokenMissingText")}>
      <pre className={styles.command}>proofroom up</pre>
    </Gate>
  );
}

function AlreadyDone() {
  const { t } = useTranslation();
  return (
    <Gate title={t("access.alreadyTitle")} text={t("access.alreadyText")}>
      <p>
        <Link to="/sign-in" className={buttonClass("primary")}>
          {t("access.goSignIn")}
        </Link>
      </p>
    </Gate>
  );
}
