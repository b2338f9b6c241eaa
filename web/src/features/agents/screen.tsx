import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useTranslation } from "react-i18next";
import { agentsQuery } from "@/api/agents";
import { asApiError } from "@/api/errors";
import { useMay } from "@/api/may";
import type { AgentInfo } from "@/api/schema";
import { useOpened } from "@/lib/opened";
import { useShownScreen } from "@/lib/screen";
import { Button } from "@/ui/button";
import { Empty } from "@/ui/empty";
import { later } from "@/ui/later";
import { Notice } from "@/ui/notice";
import { Page } from "@/ui/page";
import { SkeletonRows, useSlow } from "@/ui/skeleton";
import { row, Split } from "@/ui/split";
import { StateWord } from "@/ui/state-word";
import { AgentPage } from "./components/agent";
import { Views } from "./components/views";
import { SCOPES } from "./model";
import styles from "./screen.module.css";

const route = getRouteApi("/app/agents");
const Chart = later(() => import("./components/chart"));
const Skills = later(() => import("./components/skills"));
const Jobs = later(() => import("./components/jobs"));
const NewAgent = later(() => import("./components/new-agent"));

/** The agents of the workspace, and at their side how the chosen one works. */
export function AgentsScreen() {
  const { t } = useTranslation();
  const agents = useQuery(agentsQuery);
  const { agent: slug } = route.useSearch();
  const isSlow = useSlow(agents.isPending);
  const chosen = agents.data?.find((agent) => agent.slug === slug) ?? null;
  const shown = chosen ?? agents.data?.[0] ?? null;
  const [isMaking, setMaking] = useOpened();
  const canMake = useMay()("agents.team.create");
  useShownScreen("agents", chosen?.name ?? t("agents.title"), shown ? { agent: shown.slug } : undefined);
  return (
    <Page
      title={t("agents.title")}
      scrolls={false}
      note={agents.data ? t("agents.howMany", { count: agents.data.length }) : null}
      actions={
        <>
          <Views />
          {canMake ? (
            <Button icon={Plus} onClick={() => setMaking(true)}>
              {t("agents.new")}
            </Button>
          ) : null}
        </>
      }
    >
      {agents.error ? (
        <div className={styles.state}>
          <Notice tone="danger" title={t("agents.loadFailed")}>
            <p>{asApiError(agents.error).message}</p>
          </Notice>
        </div>
      ) : agents.isPending ? (
        isSlow && <SkeletonRows rows={4} label={t("frame.loading")} />
      ) : (
        <Looked agents={agents.data} shown={shown} hasChosen={chosen !== null} />
      )}
      {isMaking && canMake && agents.data ? (
        <NewAgent agents={agents.data} onClose={() => setMaking(false)} />
      ) : null}
    </Page>
  );
}

interface LookedProps {
  agents: AgentInfo[];
  shown: AgentInfo | null;
  hasChosen: boolean;
}

function Looked({ agents, shown, hasChosen }: LookedProps) {
  const { t } = useTranslation();
  const { view } = route.useSearch();
  if (view === "chart") return <Chart />;
  if (view === "skills") return <Skills />;
  if (view === "jobs") return <Jobs />;
  return shown ? (
    <Split
      hasDetail={hasChosen}
      list={<List agents={agents} slug={shown.slug} />}
      detail={<AgentPage key={shown.slug} slug={shown.slug} />}
    />
  ) : (
    <Empty title={t("agents.emptyTitle")} command="proofroom doctor">
      <p>{t("agents.emptyText")}</p>
    </Empty>
  );
}

function List({ agents, slug }: { agents: AgentInfo[]; slug: string }) {
  const { t } = useTranslation();
  return (
    <ul aria-label={t("agents.table")}>
      {agents.map((agent) => {
        const scope = SCOPES[agent.scope as keyof typeof SCOPES];
        return (
          <li key={agent.slug}>
            <Link
              from="/agents"
              to="/agents"
              search={({ project, part }) => ({ project, part, agent: agent.slug })}
              className={row.link}
              aria-current={agent.slug === slug ? "true" : undefined}
            >
              <span className={row.name}>{agent.name}</span>
              {agent.enabled ? (
                <span className={row.note}>{agent.model ?? t("agents.defaultModel")}</span>
              ) : (
                <StateWord tone="stopped">{t("agents.off")}</StateWord>
              )}
              <span className={row.note}>{scope ? t(scope) : agent.scope}</span>
              <span className={row.note}>{t("agents.versionShort", { version: agent.version })}</span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
