import { queryOptions, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { CornerDownRight } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useAgentName } from "@/api/agents";
import { api, unwrap } from "@/api/client";
import { keys } from "@/api/keys";
import type { StepInfo } from "@/api/schema";
import { money } from "@/lib/format";
import { spellName } from "@/lib/run/fold";
import { isMoving, isWaiting, type RunState, runTone, runWord } from "@/lib/run/status";
import type { ToolItem } from "@/lib/run/view";
import { Icon } from "../icon";
import { Markdown } from "../markdown";
import { StateWord } from "../state-word";
import styles from "./delegation-card.module.css";

const AGAIN_MS = 1000;

interface Report {
  agentSlug?: string;
  response?: string;
  runId?: string;
  status?: RunState;
}

/** A task handed to another agent: who was asked what, how far it is, what it did, said and cost. */
export default function DelegationCard({ tool }: { tool: ToolItem }) {
  const { t } = useTranslation();
  const agentName = useAgentName();
  const report = (tool.data ?? {}) as Report;
  const slug = String(tool.input.agentSlug ?? report.agentSlug ?? "");
  const childId = report.runId ?? tool.childId;
  const child = useQuery({ ...stepsQuery(childId ?? ""), enabled: childId !== null }).data;
  const state = child?.run.status ?? report.status ?? (tool.state === "running" ? "running" : null);
  return (
    <section className={styles.card} aria-label={t("run.asked", { agent: agentName(slug) })}>
      <div className={styles.head}>
        <Icon of={CornerDownRight} tone="muted" />
        <b className={styles.grow}>{t("run.asked", { agent: agentName(slug) })}</b>
        {state ? <StateWord tone={runTone(state)}>{t(runWord(state))}</StateWord> : null}
      </div>
      <p className={styles.task}>{String(tool.input.task ?? "")}</p>
      {tool.error ? <p className={styles.wrong}>{tool.error}</p> : null}
      {report.response ? (
        <div className={styles.report}>
          <Markdown text={report.response} />
        </div>
      ) : null}
      {child ? <Trace steps={child.steps} /> : null}
      {childId ? <Foot runId={childId} costMicros={child?.run.costMicros} /> : null}
    </section>
  );
}

/** The calls that the other agent made, folded. */
function Trace({ steps }: { steps: StepInfo[] }) {
  const { t } = useTranslation();
  const calls = steps.filter(({ kind }) => kind === "tool");
  if (calls.length === 0) return null;
  return (
    <details className={styles.trace}>
      <summary>{t("run.askedSteps", { count: calls.length })}</summary>
      <ol>
        {calls.map((step) => (
          <li key={step.key}>
            {spellName(step.name)}
            {step.error ? <span className={styles.wrong}> {String(step.error.message)}</span> : null}
          </li>
        ))}
      </ol>
    </details>
  );
}

function Foot({ runId, costMicros }: { runId: string; costMicros: number | undefined }) {
  const { t, i18n } = useTranslation();
  const known = costMicros === undefined ? "" : t("run.noCharge");
  return (
    <p className={styles.foot}>
      <span>{costMicros ? money(costMicros, i18n.language) : known}</span>
      <Link to="/runs/$runId" params={{ runId }}>
        {t("run.askedRun")}
      </Link>
    </p>
  );
}

/** A run with its steps; asked again until it is over. */
function stepsQuery(runId: string) {
  return queryOptions({
    queryKey: [...keys.run(runId), "handed"],
    queryFn: () => unwrap(api.GET("/api/runs/{run_id}", { params: { path: { run_id: runId } } })),
    refetchInterval: ({ state }) => {
      const status = state.data?.run.status;
      return status === undefined || isMoving(status) || isWaiting(status) ? AGAIN_MS : false;
    },
  });
}
