import { useTranslation } from "react-i18next";
import { useMay } from "@/api/may";
import type { AgentDetail } from "@/api/schema";
import { Button } from "@/ui/button";
import { Field } from "@/ui/field";
import { Form } from "@/ui/form";
import { useSave, useSaveCandidate } from "./use-save";

/** How far the agent may go in one turn. */
export function Limits({ agent }: { agent: AgentDetail }) {
  const { t } = useTranslation();
  const save = useSave(agent);
  const saveCandidate = useSaveCandidate(agent);
  const canChange = useMay()("agents.team.update");
  const limits = agent.config.limits ?? {};
  const send = (values: Record<string, string>) => {
    const number = (name: string) => (values[name] ? Number(values[name]) : null);
    return (values.as === "candidate" ? saveCandidate : save)({
      config: {
        ...agent.config,
        temperature: number("temperature"),
        limits: {
          ...limits,
          maxRounds: number("maxRounds") ?? 5,
          resultCap: number("resultCap") ?? 2_000,
          maxOutputTokens: number("maxOutputTokens"),
          historyTurns: number("historyTurns"),
          historyTokens: number("historyTokens"),
          researchTokens: number("researchTokens"),
        },
      },
    });
  };
  const field = { type: "number", inputMode: "numeric" } as const;
  return (
    <Form
      action={t("agents.save")}
      onSend={send}
      keepAs={`agent-limits/${agent.slug}/${agent.version}`}
      isLocked={!canChange}
      also={
        <Button type="submit" name="as" value="candidate">
          {t("agents.saveCandidate")}
        </Button>
      }
    >
      <Field
        {...field}
        label={t("agents.maxRounds")}
        hint={t("agents.maxRoundsHint")}
        name="maxRounds"
        min={1}
        max={40}
        defaultValue={limits.maxRounds ?? 5}
        required
      />
      <Field
        {...field}
        label={t("agents.resultCap")}
        name="resultCap"
        min={200}
        max={200_000}
        defaultValue={limits.resultCap ?? 2_000}
        required
      />
      <Field
        {...field}
        label={t("agents.maxOutput")}
        hint={t("agents.noLimit")}
        name="maxOutputTokens"
        min={1}
        defaultValue={limits.maxOutputTokens ?? ""}
      />
      <Field
        {...field}
        label={t("agents.historyTurns")}
        hint={t("agents.noLimit")}
        name="historyTurns"
        min={1}
        defaultValue={limits.historyTurns ?? ""}
      />
      <Field
        {...field}
        label={t("agents.historyTokens")}
        hint={t("agents.capHint")}
        name="historyTokens"
        min={200}
        defaultValue={limits.historyTokens ?? ""}
      />
      <Field
        {...field}
        label={t("agents.researchTokens")}
        hint={t("agents.capHint")}
        name="researchTokens"
        min={200}
        defaultValue={limits.researchTokens ?? ""}
      />
      <Field
        {...field}
        label={t("agents.temperature")}
        hint={t("agents.temperatureHint")}
        name="temperature"
        min={0}
        max={2}
        step={0.1}
        defaultValue={agent.config.temperature ?? ""}
      />
    </Form>
  );
}
