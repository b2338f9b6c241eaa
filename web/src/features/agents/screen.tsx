import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { agentsQuery } from "@/api/agents";
import { asApiError } from "@/api/errors";
import type { AgentInfo } from "@/api/schema";
import { askAgent } from "@/lib/ask";
import { useShownScreen } from "@/lib/screen";
import { Button } from "@/ui/button";
import { Empty } from "@/ui/empty";
import { Notice } from "@/ui/notice";
import { Page } from "@/ui/page";
import { SkeletonRows, useSlow } from "@/ui/skeleton";
import styles from "./screen.module.css";

/** The agents of the workspace: what each works on, with which model, and the way to talk to it. */
export function AgentsScreen() {
  const { t } = useTranslation();
  const agents = useQuery(agentsQuery);
  const isSlow = useSlow(agents.isPending);
  useShownScreen("agents", t("agents.title"));
  return (
    <Page title={t("agents.title")}>
      {agents.error ? (
        <div className={styles.state}>
          <Notice tone="danger" title={t("agents.loadFailed")}>
            <p>{asApiError(agents.error).message}</p>
          </Notice>
        </div>
      ) : agents.isPending ? (
        isSlow && <SkeletonRows rows={4} label={t("frame.loading")} />
      ) : agents.data.length === 0 ? (
        <Empty title={t("agents.emptyTitle")} command="proofroom doctor">
          <p>{t("agents.emptyText")}</p>
        </Empty>
      ) : (
        <AgentTable agents={agents.data} />
      )}
    </Page>
  );
}

function AgentTable({ agents }: { agents: AgentInfo[] }) {
  const { t } = useTranslation();
  return (
    <table className={styles.table}>
      <caption className="hidden-text">{t("agents.table")}</caption>
      <thead>
        <tr>
          <th scope="col">{t("agents.name")}</th>
          <th scope="col">{t("agents.scope")}</th>
          <th scope="col" className={styles.wide}>
            {t("agents.model")}
          </th>
          <th scope="col" className={styles.wide}>
            {t("agents.version")}
          </th>
          <th scope="col">
            <span className="hidden-text">{t("agents.talkShort")}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {agents.map((agent) => (
          <Row key={agent.slug} agent={agent} />
        ))}
      </tbody>
    </table>
  );
}

const SCOPES = {
  content: "agents.scopeContent",
  site: "agents.scopeSite",
  articles: "agents.scopeArticles",
  workspace: "agents.scopeWorkspace",
  workflows: "agents.scopeWorkflows",
} as const;

function Row({ agent }: { agent: AgentInfo }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const scope = SCOPES[agent.scope as keyof typeof SCOPES];
  const talk = () => {
    askAgent({ agent: agent.slug });
    if (matchMedia("(max-width: 719px)").matches) void navigate({ to: "/agent" });
  };
  return (
    <tr>
      <th scope="row" className={styles.name}>
        {agent.name}
      </th>
      <td>{scope ? t(scope) : agent.scope}</td>
      <td className={styles.wide}>{agent.model ?? t("agents.defaultModel")}</td>
      <td className={styles.wide}>{agent.version}</td>
      <td className={styles.actions}>
        <Link to="/runs" search={{ agent: agent.slug }} aria-label={t("agents.runsOf", { name: agent.name })}>
          {t("agents.runs")}
        </Link>
        <Button small onClick={talk} aria-label={t("agents.talk", { name: agent.name })}>
          {t("agents.talkShort")}
        </Button>
      </td>
    </tr>
  );
}
