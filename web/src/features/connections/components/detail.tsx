import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { KeyRound, Pencil, PlugZap, Power, Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "@/api/client";
import { type ApiError, asApiError } from "@/api/errors";
import type { CredentialInfo, TrialInfo } from "@/api/schema";
import { duration, moment } from "@/lib/format";
import { notify } from "@/lib/notices";
import { Button, buttonClass } from "@/ui/button";
import { later } from "@/ui/later";
import { Notice } from "@/ui/notice";
import { StateWord } from "@/ui/state-word";
import { stateOf } from "../model";
import { providersQuery, refreshConnections } from "../queries";
import { BackLink } from "./back";
import { ChangeForm } from "./change";
import styles from "./connections.module.css";

const Confirm = later(() => import("@/ui/confirm"));

interface DetailProps {
  credential: CredentialInfo;
  onGone: () => void;
}

/** One connection: how it stands, what is stored, and what can be done with it. */
export function ConnectionDetail({ credential, onGone }: DetailProps) {
  const { t, i18n } = useTranslation();
  const state = stateOf(credential);
  const [form, setForm] = useState<"key" | "rest" | null>(null);
  const acts = useActs(credential, onGone);
  return (
    <>
      <BackLink />
      <h2 className={styles.title}>{credential.displayLabel}</h2>
      <p className={styles.state}>
        <StateWord tone={state.tone}>{t(state.word)}</StateWord>
        {credential.lastTestedAt ? (
          <span>
            {t("connections.tested", { when: moment(credential.lastTestedAt, Date.now(), i18n.language) })}
          </span>
        ) : null}
      </p>
      <Facts credential={credential} />
      <Outcome credential={credential} trial={acts.trial} refused={acts.refused} />
      {form ? (
        <ChangeForm
          key={form}
          credential={credential}
          onlySecrets={form === "key"}
          onDone={() => setForm(null)}
        />
      ) : (
        <Actions credential={credential} acts={acts} onForm={setForm} />
      )}
    </>
  );
}

function Facts({ credential }: { credential: CredentialInfo }) {
  const { t, i18n } = useTranslation();
  const provider = useQuery(providersQuery).data?.find(
    ({ id, kind }) => id === credential.providerId && kind === credential.kind,
  );
  const label = (name: string) => provider?.fields.find((field) => field.name === name)?.label ?? name;
  const time = (at: string | null) => (at ? moment(at, Date.now(), i18n.language) : t("connections.never"));
  return (
    <dl className={styles.facts}>
      <dt>{t("connections.provider")}</dt>
      <dd>{provider?.title ?? credential.providerId}</dd>
      {Object.entries(credential.fields).map(([name, value]) => (
        <Fact key={name} name={label(name)} value={value} />
      ))}
      {credential.secrets.map((name) => (
        <Fact key={name} name={label(name)} value={t("connections.stored")} />
      ))}
      <Fact name={t("connections.lastUsed")} value={time(credential.lastUsedAt)} />
      <Fact name={t("connections.added")} value={time(credential.createdAt)} />
    </dl>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  );
}

interface OutcomeProps {
  credential: CredentialInfo;
  trial: TrialInfo | null;
  refused: ApiError | null;
}

/** What the last test or deletion came to, as the studio and the provider said it. */
function Outcome({ credential, trial, refused }: OutcomeProps) {
  const { t, i18n } = useTranslation();
  if (refused) {
    return (
      <div className={styles.notice}>
        <Notice
          tone="danger"
          title={refused.message}
          alert
          actions={
            Array.isArray(refused.context.scopes) ? (
              <Link
                from="/connections"
                to="/connections"
                search={(before) => ({ ...before, part: "defaults" as const, item: undefined })}
                className={buttonClass("quiet", true)}
              >
                {t("connections.goDefaults")}
              </Link>
            ) : null
          }
        >
          <p>{refused.suggestion}</p>
        </Notice>
      </div>
    );
  }
  if (trial?.ok) {
    const took = duration(trial.durationMs, i18n.language);
    return (
      <div className={styles.notice}>
        <Notice tone="plain" title={t("connections.answered", { took })} alert>
          <p>{trial.found === null ? trial.message : t("connections.modelsSeen", { count: trial.found })}</p>
        </Notice>
      </div>
    );
  }
  const failure = trial?.message ?? credential.lastError;
  if (!failure) return null;
  return (
    <div className={styles.notice}>
      <Notice tone="danger" title={t("connections.testFailed")} alert={trial !== null}>
        <p>{failure}</p>
        {trial ? <p>{trial.suggestion}</p> : null}
      </Notice>
    </div>
  );
}

function useActs(credential: CredentialInfo, onGone: () => void) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [busy, setBusy] = useState<"test" | "switch" | null>(null);
  const [trial, setTrial] = useState<TrialInfo | null>(null);
  const [refused, setRefused] = useState<ApiError | null>(null);
  const params = { path: { credential_id: credential.id } };
  const attempt = async (name: typeof busy, act: () => Promise<void>) => {
    setBusy(name);
    setTrial(null);
    setRefused(null);
    try {
      await act();
    } catch (thrown) {
      setRefused(asApiError(thrown));
    }
    setBusy(null);
    await refreshConnections(client);
  };
  return {
    busy,
    trial,
    refused,
    test: () =>
      attempt("test", async () =>
        setTrial(await unwrap(api.POST("/api/ai/credentials/{credential_id}/test", { params }))),
      ),
    toggle: () =>
      attempt("switch", async () => {
        const status = credential.status === "inactive" ? "active" : "inactive";
        await unwrap(api.PUT("/api/ai/credentials/{credential_id}", { params, body: { status } }));
      }),
    remove: () =>
      attempt(null, async () => {
        await unwrap(api.DELETE("/api/ai/credentials/{credential_id}", { params }));
        notify({ tone: "done", text: t("connections.deleted", { name: credential.displayLabel }) });
        onGone();
      }),
  };
}

interface ActionsProps {
  credential: CredentialInfo;
  acts: ReturnType<typeof useActs>;
  onForm: (form: "key" | "rest") => void;
}

function Actions({ credential, acts, onForm }: ActionsProps) {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const remover = useRef<HTMLButtonElement>(null);
  const isOff = credential.status === "inactive";
  return (
    <div className={styles.actions}>
      <Button icon={PlugZap} busy={acts.busy === "test"} onClick={() => acts.test()}>
        {t("connections.test")}
      </Button>
      {credential.hasCredentials ? (
        <Button icon={KeyRound} onClick={() => onForm("key")}>
          {t("connections.rotate")}
        </Button>
      ) : null}
      <Button icon={Pencil} onClick={() => onForm("rest")}>
        {t("connections.change")}
      </Button>
      <Button icon={Power} busy={acts.busy === "switch"} onClick={() => acts.toggle()}>
        {t(isOff ? "connections.switchOn" : "connections.switchOff")}
      </Button>
      <Button ref={remover} look="danger" icon={Trash2} onClick={() => setAsking(true)}>
        {t("connections.delete")}
      </Button>
      {isAsking ? (
        <Confirm
          open
          onClose={() => setAsking(false)}
          title={t("connections.deleteTitle", { name: credential.displayLabel })}
          text={t("connections.deleteText")}
          keep={t("connections.keep")}
          act={t("connections.delete")}
          onAct={() => {
            setAsking(false);
            void acts.remove();
          }}
          finalFocus={remover}
        />
      ) : null}
    </div>
  );
}
