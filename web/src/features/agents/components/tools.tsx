import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useMay } from "@/api/may";
import type { AgentConfig, AgentDetail, ToolInfo } from "@/api/schema";
import { useKeptState } from "@/lib/kept";
import { spellName } from "@/lib/run/fold";
import { useAct } from "@/lib/use-act";
import { Button } from "@/ui/button";
import { Check } from "@/ui/check";
import { StateWord } from "@/ui/state-word";
import { groupTools, hasTool, type ToolGroup, withGroup, withTool } from "../model";
import { toolsQuery } from "../queries";
import styles from "./agent.module.css";
import { useSave, useSaveCandidate } from "./use-save";

/** What the agent may use: groups as a whole, or tool by tool, each with a sentence of what it does. */
export function Tools({ agent }: { agent: AgentDetail }) {
  const { t } = useTranslation();
  const tools = useQuery(toolsQuery).data ?? [];
  const [config, setConfig, forget] = useKeptState(
    `agent-tools/${agent.slug}/${agent.version}`,
    agent.config,
  );
  const { isBusy, act } = useAct();
  const save = useSave(agent);
  const canChange = useMay()("agents.team.update");
  const saveCandidate = useSaveCandidate(agent);
  const send = (keep: typeof save) =>
    act(async () => {
      await keep({ config });
      forget();
    });
  const isChanged = JSON.stringify(config) !== JSON.stringify(agent.config);
  return (
    <>
      <fieldset disabled={!canChange} className={styles.groups}>
        {groupTools(tools).map((group) => (
          <Group key={group.name} group={group} config={config} onChange={setConfig} />
        ))}
      </fieldset>
      <div className={styles.save} hidden={!canChange}>
        <Button look="primary" busy={isBusy} disabled={!isChanged} onClick={() => send(save)}>
          {t("agents.save")}
        </Button>
        <Button disabled={!isChanged || isBusy} onClick={() => send(saveCandidate)}>
          {t("agents.saveCandidate")}
        </Button>
        {isChanged ? (
          <Button look="quiet" onClick={() => setConfig(agent.config)}>
            {t("agents.discard")}
          </Button>
        ) : null}
      </div>
    </>
  );
}

interface GroupProps {
  group: ToolGroup;
  config: AgentConfig;
  onChange: (config: AgentConfig) => void;
}

function Group({ group, config, onChange }: GroupProps) {
  const { t } = useTranslation();
  const given = group.tools.filter((tool) => hasTool(config, tool)).length;
  const values = { group: spellName(group.name), given, all: group.tools.length };
  return (
    <fieldset className={styles.group}>
      <legend className="hidden-text">{values.group}</legend>
      <div className={styles.groupHead}>
        {group.isBaseline ? (
          t("agents.everyAgent", values)
        ) : (
          <Check
            checked={given === group.tools.length}
            onChange={(event) => onChange(withGroup(config, group, event.target.checked))}
          >
            {t("agents.ofGroup", values)}
          </Check>
        )}
      </div>
      {group.tools.map((tool) => (
        <Tool
          key={tool.name}
          tool={tool}
          isGiven={hasTool(config, tool)}
          onChange={(isGiven) => onChange(withTool(config, tool, isGiven))}
        />
      ))}
    </fieldset>
  );
}

const EFFECTS = {
  read: "agents.effectRead",
  write: "agents.effectWrite",
  external: "agents.effectExternal",
} as const;

function Tool({
  tool,
  isGiven,
  onChange,
}: {
  tool: ToolInfo;
  isGiven: boolean;
  onChange: (on: boolean) => void;
}) {
  const { t, i18n } = useTranslation();
  return (
    <div className={styles.tool}>
      <Check checked={isGiven} onChange={(event) => onChange(event.target.checked)}>
        {spellName(tool.name)}
      </Check>
      {tool.policy === "always_ask" ? (
        <StateWord tone="finding">{t("agents.asksFirst")}</StateWord>
      ) : (
        <span className={styles.note}>{t(EFFECTS[tool.effect])}</span>
      )}
      {/* What a tool says about itself is English; its name in another language says what it does. */}
      {i18n.language === "en" ? <span className={styles.does}>{firstSentence(tool.description)}</span> : null}
    </div>
  );
}

/** Return the first sentence of a description; the rest is for models. */
export function firstSentence(text: string): string {
  return /^[\s\S]*?[.!?](?=\s|$)/.exec(text)?.[0] ?? text;
}
