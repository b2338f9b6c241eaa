import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useMay } from "@/api/may";
import type { AgentDetail } from "@/api/schema";
import { askAgent } from "@/lib/ask";
import { Button, buttonClass } from "@/ui/button";
import { Icon } from "@/ui/icon";
import { Notice } from "@/ui/notice";
import { row } from "@/ui/split";
import { TabLinks, tabClass } from "@/ui/tabs";
import { agentQuery } from "../queries";
import styles from "./agent.module.css";
import { Authority } from "./authority";
import { AgentBudget } from "./budget";
import { DeleteAgent } from "./delete-agent";
import { AgentEvals } from "./evals";
import { First } from "./first";
import { HeartbeatPart } from "./heartbeat";
import { Instructions } from "./instructions";
import { Limits } from "./limits";
import { AgentMemory } from "./memory";
import { NewerDefault } from "./newer-default";
import { Schedule } from "./schedule";
import { Tools } from "./tools";
import { Versions } from "./versions";

const route = getRouteApi("/app/agents");

const PARTS = [
  ...(["instructions", "tools", "schedule", "limits"] as const),
  ...(["budget", "authority", "memory", "evals", "versions"] as const),
];

/** One agent: what it is told, what it may use, how far it may go, and how it came to be so. */
export function AgentPage({ slug }: { slug: string }) {
  const { t } = useTranslation();
  const { part = "instructions" } = route.useSearch();
  const { data: agent } = useQuery(agentQuery(slug));
  if (!agent) return null;
  // A new version is a new agent as far as forms are concerned.
  const key = `${agent.slug} ${agent.version}`;
  return (
    <>
      <Head agent={agent} />
      <div className={styles.tabs}>
        <TabLinks label={t("agents.parts")}>
          {PARTS.map((name) => (
            <Link
              key={name}
              from="/agents"
              to="/agents"
              search={({ project }) => ({
                project,
                agent: slug,
                part: name === "instructions" ? undefined : name,
              })}
              className={tabClass}
              activeOptions={{ includeSearch: true, explicitUndefined: true }}
              aria-current={name === part ? "page" : undefined}
            >
              {t(`agents.${name}`)}
            </Link>
          ))}
        </TabLinks>
      </div>
      {agent.notices.length > 0 ? (
        <Notice tone="caution" title={t("agents.unread")}>
          <p>{agent.notices.join(" ")}</p>
        </Notice>
      ) : null}
      {part === "instructions" ? <NewerDefault key={`newer ${key}`} agent={agent} /> : null}
      {part === "instructions" ? <Instructions key={key} agent={agent} /> : null}
      {part === "tools" ? <Tools key={key} agent={agent} /> : null}
      {part === "schedule" ? (
        <>
          <HeartbeatPart agent={agent} />
          <Schedule agent={agent} />
        </>
      ) : null}
      {part === "limits" ? <Limits key={key} agent={agent} /> : null}
      {part === "budget" ? <AgentBudget agent={agent} /> : null}
      {part === "authority" ? <First agent={agent} /> : null}
      {part === "authority" ? <Authority key={key} agent={agent} /> : null}
      {part === "memory" ? <AgentMemory agent={agent} /> : null}
      {part === "evals" ? <AgentEvals agent={agent} /> : null}
      {part === "versions" ? <Versions key={key} agent={agent} /> : null}
    </>
  );
}

function Head({ agent }: { agent: AgentDetail }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const canDelete = useMay()("agents.team.delete");
  const talk = () => {
    askAgent({ agent: agent.slug });
    if (matchMedia("(max-width: 719px)").matches) void navigate({ to: "/agent" });
  };
  return (
    <>
      <Link
        from="/agents"
        to="/agents"
        search={({ project, part }) => ({ project, part })}
        className={row.back}
      >
        <Icon of={ArrowLeft} /> {t("agents.title")}
      </Link>
      <div className={styles.head}>
        <h2 className={styles.title}>{agent.name}</h2>
        {agent.isSystem || !canDelete ? null : <DeleteAgent agent={agent} />}
        <Link
          to="/runs"
          search={{ agent: agent.slug }}
          className={buttonClass("quiet")}
          aria-label={t("agents.runsOf", { name: agent.name })}
        >
          {t("agents.runs")}
        </Link>
        <Button look="primary" onClick={talk} aria-label={t("agents.talk", { name: agent.name })}>
          {t("agents.talkShort")}
        </Button>
      </div>
      <p className={styles.note}>{agent.description}</p>
    </>
  );
}
