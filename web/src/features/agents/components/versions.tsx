import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "@/api/client";
import { useMay } from "@/api/may";
import type { AgentDetail, FieldChangeInfo, VersionInfo } from "@/api/schema";
import { wordDiff } from "@/lib/diff";
import { moment } from "@/lib/format";
import { notify } from "@/lib/notices";
import { useAct } from "@/lib/use-act";
import { Button } from "@/ui/button";
import { Words } from "@/ui/diff";
import { diffQuery, refreshAgents, versionsQuery } from "../queries";
import styles from "./agent.module.css";

/** How the agent came to be as it is: every version, what each changed, and the way back to it. */
export function Versions({ agent }: { agent: AgentDetail }) {
  const versions = useQuery(versionsQuery(agent.slug)).data ?? [];
  return (
    <ol>
      {versions.map((version, at) => (
        <Version
          key={version.version}
          agent={agent}
          version={version}
          before={versions[at + 1]?.version ?? 0}
        />
      ))}
    </ol>
  );
}

const SOURCES = {
  seed: "agents.bySeed",
  tool: "agents.byTool",
  rollback: "agents.byRollback",
  candidate: "agents.byCandidate",
  withdrawn: "agents.byWithdrawn",
} as const;

interface VersionProps {
  agent: AgentDetail;
  version: VersionInfo;
  before: number;
}

function Version({ agent, version, before }: VersionProps) {
  const { t, i18n } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const number = version.version;
  const isNow = number === agent.version;
  const isWaiting = version.source === "candidate" && version.liveAt === null;
  const canChange = useMay()("agents.team.update");
  return (
    <li className={styles.version}>
      <div className={styles.what}>
        <b>{t("agents.versionNumber", { version: number })}</b>{" "}
        <span className={styles.note}>
          {moment(version.createdAt, Date.now(), i18n.language)},{" "}
          {t(isWaiting ? "agents.isCandidate" : (SOURCES[version.source as "seed"] ?? "agents.byPerson"))}
        </span>
        {version.note ? <p>{version.note}</p> : null}
      </div>
      <div className={styles.actions}>
        {before > 0 ? (
          <Button
            small
            look="quiet"
            aria-expanded={isOpen}
            aria-label={t("agents.showChanges", { version: number })}
            onClick={() => setOpen(!isOpen)}
          >
            {t("agents.changes")}
          </Button>
        ) : null}
        {isNow || !canChange || version.liveAt === null ? null : <GoBack agent={agent} version={number} />}
      </div>
      {isOpen ? <Diff slug={agent.slug} before={before} after={number} /> : null}
    </li>
  );
}

function GoBack({ agent, version }: { agent: AgentDetail; version: number }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { isBusy, act } = useAct();
  const goBack = () =>
    act(async () => {
      const params = { path: { slug: agent.slug } };
      const now = await unwrap(api.POST("/api/agents/{slug}/rollback", { params, body: { version } }));
      notify({ tone: "done", text: t("agents.wentBack", { version, now: now.version }) });
      await refreshAgents(client);
    });
  return (
    <Button small busy={isBusy} aria-label={t("agents.goBackTo", { version })} onClick={() => goBack()}>
      {t("agents.goBack")}
    </Button>
  );
}

function Diff({ slug, before, after }: { slug: string; before: number; after: number }) {
  const { t } = useTranslation();
  const { data } = useQuery(diffQuery(slug, before, after));
  if (!data) return null;
  if (data.length === 0) return <p className={styles.note}>{t("agents.noChanges")}</p>;
  return (
    <div className={styles.diff}>
      {data.map((change) => (
        <Changed key={change.field} change={change} />
      ))}
    </div>
  );
}

/** One field that differs, word by word. */
export function Changed({ change }: { change: FieldChangeInfo }) {
  const spell = (value: unknown) =>
    typeof value === "string" ? value : value === null ? "" : JSON.stringify(value, null, 1);
  return (
    <div>
      <p className={styles.field}>{change.field}</p>
      <p className={styles.words}>
        <Words spans={wordDiff(spell(change.before), spell(change.after))} />
      </p>
    </div>
  );
}
