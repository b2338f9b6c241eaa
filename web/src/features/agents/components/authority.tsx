import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { agentsQuery } from "@/api/agents";
import { rulesQuery } from "@/api/approvals";
import { useMay } from "@/api/may";
import type { AgentDetail } from "@/api/schema";
import { useKeptState } from "@/lib/kept";
import { spellName } from "@/lib/run/fold";
import { Form } from "@/ui/form";
import { PickField } from "@/ui/pick";
import { toolsByPower } from "../model";
import { toolsQuery } from "../queries";
import styles from "./agent.module.css";
import { useSave } from "./use-save";

const ROLES = {
  agent_default: "agents.roles.agent_default",
  viewer: "agents.roles.viewer",
  reviewer: "agents.roles.reviewer",
  editor: "agents.roles.editor",
  feedback_reviewer: "agents.roles.feedback_reviewer",
  system_admin: "agents.roles.system_admin",
} as const;

/** With whose rights the agent works, what it may do with its tools, and what it asks for first. */
export function Authority({ agent }: { agent: AgentDetail }) {
  return (
    <div className={styles.sections}>
      <Rights />
      <Powers agent={agent} />
      <Standing agent={agent} />
      <Place agent={agent} />
    </div>
  );
}

function Rights() {
  const { t } = useTranslation();
  const rights = [
    [t("agents.whenAsked"), t("agents.whenAskedText")],
    [t("agents.whenScheduled"), t("agents.whenScheduledText")],
    [t("agents.whenAlone"), t("agents.whenAloneText")],
  ];
  return (
    <section>
      <h3 className={styles.groupHead}>{t("agents.whoseRights")}</h3>
      <dl className={styles.facts}>
        {rights.map(([when, text]) => (
          <div key={when}>
            <dt>{when}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const EFFECTS = {
  allow: "agents.standingAllow",
  ask: "agents.standingAsk",
  deny: "agents.standingDeny",
} as const;

const POWERS = {
  ask: "agents.mayAsk",
  external: "agents.mayReach",
  write: "agents.mayWrite",
  read: "agents.mayRead",
} as const;

/** Its tools by what they can do, the weightiest first, each with its name. */
function Powers({ agent }: { agent: AgentDetail }) {
  const { t } = useTranslation();
  const tools = useQuery(toolsQuery).data ?? [];
  const groups = toolsByPower(agent.config, tools);
  return (
    <section>
      <h3 className={styles.groupHead}>{t("agents.mayDo")}</h3>
      {groups.map(({ power, names }) => (
        <details key={power} className={styles.power}>
          <summary>{t(POWERS[power], { count: names.length })}</summary>
          <p className={styles.does}>{names.map(spellName).join(", ")}</p>
        </details>
      ))}
    </section>
  );
}

/** What people have said once and for all about its tools; a rule for every agent holds for it too. */
function Standing({ agent }: { agent: AgentDetail }) {
  const { t } = useTranslation();
  const { data: rules } = useQuery(rulesQuery);
  const own = (rules ?? []).filter(({ agent: whom }) => whom === null || whom === agent.slug);
  return (
    <section>
      <h3 className={styles.groupHead}>{t("agents.standing")}</h3>
      {rules && own.length === 0 ? <p className={styles.note}>{t("agents.standingNone")}</p> : null}
      <ul>
        {own.map(({ id, toolName, effect }) => (
          <li key={id}>{t(EFFECTS[effect], { tool: spellName(toolName) })}</li>
        ))}
      </ul>
      {own.length > 0 ? (
        <Link to="/settings" search={{ part: "approvals" }}>
          {t("agents.standingAll")}
        </Link>
      ) : null}
    </section>
  );
}

/** Its role when it works by itself, and the agent it reports to. */
function Place({ agent }: { agent: AgentDetail }) {
  const { t } = useTranslation();
  const save = useSave(agent);
  const canChange = useMay()("agents.team.update");
  const agents = useQuery(agentsQuery).data ?? [];
  const now = { role: agent.roleId ?? "agent_default", chief: agent.reportsTo ?? "" };
  const [place, setPlace, forget] = useKeptState(`agent-place/${agent.slug}/${agent.version}`, now);
  const { role, chief } = place;
  const known = Object.entries(ROLES).map(([value, word]) => ({ value, label: t(word) }));
  return (
    <Form
      action={t("agents.save")}
      isLocked={!canChange}
      onSend={async () => {
        await save({ roleId: role, reportsTo: chief || null });
        forget();
      }}
    >
      <PickField
        label={t("agents.aloneRole")}
        value={role}
        onChange={(chosen) => setPlace({ role: chosen, chief })}
        options={role in ROLES ? known : [...known, { value: role, label: role }]}
      />
      <PickField
        label={t("agents.reportsTo")}
        value={chief}
        onChange={(chosen) => setPlace({ role, chief: chosen })}
        options={[
          { value: "", label: t("agents.reportsToNobody") },
          ...agents
            .filter(({ slug }) => slug !== agent.slug)
            .map(({ slug, name }) => ({ value: slug, label: name })),
        ]}
      />
    </Form>
  );
}
