import { useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { defaultsQuery } from "@/api/agents";
import { api, unwrap } from "@/api/client";
import { asApiError } from "@/api/errors";
import type { CredentialInfo, DefaultInfo } from "@/api/schema";
import { notify } from "@/lib/notices";
import { Button } from "@/ui/button";
import { Pick } from "@/ui/pick";
import { cell, tableClass } from "@/ui/table";
import { reachedModelsQuery, refreshConnections } from "../queries";
import styles from "./defaults.module.css";

const SCOPES = ["content", "site", "articles", "workspace", "workflows"] as const;
type Scope = (typeof SCOPES)[number];

const NAMES = {
  content: "connections.scopeContent",
  site: "connections.scopeSite",
  articles: "connections.scopeArticles",
  workspace: "connections.scopeWorkspace",
  workflows: "connections.scopeWorkflows",
} as const;

interface Choice {
  value: string;
  label: string;
  credentialId: string;
  modelId: string;
}

/** Which model each part of the studio uses when nobody chose one. */
export function Defaults({ credentials }: { credentials: CredentialInfo[] }) {
  const { t } = useTranslation();
  const defaults = useQuery(defaultsQuery).data ?? [];
  const choices = useChoices(credentials);
  return (
    <div className={styles.defaults}>
      <p className={styles.note}>{t("connections.defaultsText")}</p>
      <table className={tableClass}>
        <caption className="hidden-text">{t("connections.defaults")}</caption>
        <thead>
          <tr>
            <th scope="col">{t("connections.scope")}</th>
            <th scope="col">{t("connections.defaultModel")}</th>
            <th scope="col" className={cell.wide}>
              {t("connections.chosenBy")}
            </th>
            <th scope="col">
              <span className="hidden-text">{t("connections.clear")}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {SCOPES.map((scope) => (
            <Row
              key={scope}
              scope={scope}
              current={defaults.find((one) => one.scope === scope)}
              choices={choices}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function useChoices(credentials: CredentialInfo[]): Choice[] {
  const active = credentials.filter(({ status }) => status !== "inactive");
  const lists = useQueries({ queries: active.map((credential) => reachedModelsQuery(credential)) });
  return active.flatMap((credential, index) =>
    (lists[index]?.data?.models ?? []).map((model) => ({
      value: `${credential.id} ${model.id}`,
      label: `${credential.displayLabel} / ${model.name}`,
      credentialId: credential.id,
      modelId: model.id,
    })),
  );
}

interface RowProps {
  scope: Scope;
  current: DefaultInfo | undefined;
  choices: Choice[];
}

function Row({ scope, current, choices }: RowProps) {
  const { t } = useTranslation();
  const { isBusy, set, clear } = useDefault(scope);
  const name = t(NAMES[scope]);
  const value = current ? `${current.credentialId} ${current.modelId}` : "";
  const isListed = !current || choices.some((choice) => choice.value === value);
  const options = [
    { value: "", label: t("connections.builtIn") },
    ...(isListed ? [] : [{ value, label: current.label }]),
    ...choices,
  ];
  const choose = (next: string) => {
    const choice = choices.find((one) => one.value === next);
    if (choice) void set(choice);
    else if (next === "" && current) void clear();
  };
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>
        <Pick
          label={t("connections.modelFor", { scope: name })}
          value={value}
          options={options}
          onChange={choose}
        />
      </td>
      <td className={`${cell.wide} ${cell.muted}`}>
        {current ? t(current.auto ? "connections.byFirst" : "connections.byPerson") : ""}
      </td>
      <td className={cell.actions}>
        {current ? (
          <Button
            small
            look="quiet"
            busy={isBusy}
            onClick={() => clear()}
            aria-label={t("connections.clearOf", { scope: name })}
          >
            {t("connections.clear")}
          </Button>
        ) : null}
      </td>
    </tr>
  );
}

function useDefault(scope: Scope) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const params = { path: { scope } };
  const act = async (request: () => Promise<unknown>, text: string) => {
    setBusy(true);
    try {
      await request();
      notify({ tone: "done", text });
    } catch (thrown) {
      const error = asApiError(thrown);
      notify({ tone: "failed", text: error.message, detail: error.suggestion });
    }
    setBusy(false);
    await refreshConnections(client);
  };
  return {
    isBusy,
    set: ({ credentialId, modelId, label }: Choice) =>
      act(
        () => unwrap(api.PUT("/api/ai/defaults/{scope}", { params, body: { credentialId, modelId } })),
        t("connections.defaultSet", { scope: t(NAMES[scope]), model: label }),
      ),
    clear: () =>
      act(
        () => unwrap(api.DELETE("/api/ai/defaults/{scope}", { params })),
        t("connections.defaultCleared", { scope: t(NAMES[scope]) }),
      ),
  };
}
