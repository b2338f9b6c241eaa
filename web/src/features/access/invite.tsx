import { useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "@/api/client";
import { asApiError } from "@/api/errors";
import { keys } from "@/api/keys";
import type { OpenInviteInfo } from "@/api/schema";
import { keepSession } from "@/api/session";
import { buttonClass } from "@/ui/button";
import { Field } from "@/ui/field";
import { Form } from "@/ui/form";
import { Gate } from "./components/gate";

const route = getRouteApi("/invite");

/** An invitation, from its link: who has no account makes one, who has one gives their password. */
export function InviteScreen() {
  const { t } = useTranslation();
  const { token = "" } = route.useSearch();
  const invite = useQuery({
    queryKey: ["invite", token],
    queryFn: () => unwrap(api.GET("/api/invite", { params: { query: { token } } })),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (invite.isPending) return null;
  if (invite.error) {
    return (
      <Gate title={t("access.inviteGoneTitle")} text={asApiError(invite.error).message}>
        <Link to="/sign-in" className={buttonClass("primary")}>
          {t("access.goSignIn")}
        </Link>
      </Gate>
    );
  }
  return <Accept invite={invite.data} token={token} />;
}

function Accept({ invite, token }: { invite: OpenInviteInfo; token: string }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const navigate = useNavigate();
  const send = async (values: Record<string, string>) => {
    const body = { token, name: values.name ?? "", password: values.password ?? "" };
    client.setQueryData(keys.session, keepSession(await unwrap(api.POST("/api/invite", { body }))));
    await navigate({ to: "/", replace: true });
  };
  return (
    <Gate
      title={t("access.inviteTitle", { workspace: invite.workspaceName })}
      text={t(invite.isKnown ? "access.inviteKnown" : "access.inviteNew", { email: invite.email })}
    >
      <Form action={t("access.join")} onSend={send}>
        {invite.isKnown ? null : (
          <Field
            label={t("access.yourName")}
            name="name"
            autoComplete="name"
            maxLength={80}
            required
            autoFocus
          />
        )}
        <Field
          label={t("access.password")}
          name="password"
          type="password"
          autoComplete={invite.isKnown ? "current-password" : "new-password"}
          required
          {...(invite.isKnown ? {} : { hint: t("access.passwordHint"), minLength: 10 })}
        />
      </Form>
    </Gate>
  );
}
