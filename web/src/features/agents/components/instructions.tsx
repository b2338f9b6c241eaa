import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { modelsQuery } from "@/api/agents";
import { useMay } from "@/api/may";
import type { AgentDetail } from "@/api/schema";
import { Area } from "@/ui/area";
import { Button } from "@/ui/button";
import { Check } from "@/ui/check";
import { Field } from "@/ui/field";
import { Form } from "@/ui/form";
import { PickField } from "@/ui/pick";
import { useSave, useSaveCandidate } from "./use-save";

/** What the agent is told, and with which model it answers. */
export function Instructions({ agent }: { agent: AgentDetail }) {
  const { t } = useTranslation();
  const save = useSave(agent);
  const saveCandidate = useSaveCandidate(agent);
  const canChange = useMay()("agents.team.update");
  const models = useQuery(modelsQuery).data ?? [];
  const [model, setModel] = useState(agent.model ?? "");
  const isListed = model === "" || models.some(({ label }) => label === model);
  const send = (values: Record<string, string>) =>
    (values.as === "candidate" ? saveCandidate : save)({
      name: values.name ?? agent.name,
      description: values.description ?? "",
      systemPrompt: values.prompt ?? "",
      model: model || null,
      enabled: values.enabled === "on",
      note: values.note ?? "",
    });
  return (
    <Form
      action={t("agents.save")}
      onSend={send}
      keepAs={`agent/${agent.slug}/${agent.version}`}
      isLocked={!canChange}
      also={
        <Button type="submit" name="as" value="candidate">
          {t("agents.saveCandidate")}
        </Button>
      }
    >
      <Field label={t("agents.name")} name="name" defaultValue={agent.name} maxLength={80} required />
      <Field
        label={t("agents.description")}
        name="description"
        defaultValue={agent.description}
        maxLength={500}
      />
      <Area
        label={t("agents.instructions")}
        name="prompt"
        rows={12}
        defaultValue={agent.systemPrompt}
        maxLength={50_000}
      />
      <PickField
        label={t("agents.model")}
        value={model}
        onChange={setModel}
        options={[
          { value: "", label: t("agents.defaultModel") },
          ...(isListed ? [] : [{ value: model, label: model }]),
          ...models.map(({ label, name }) => ({ value: label, label: name })),
        ]}
      />
      <Check name="enabled" defaultChecked={agent.enabled}>
        {t("agents.enabled")}
      </Check>
      <Field label={t("agents.why")} name="note" maxLength={500} hint={t("agents.whyHint")} />
    </Form>
  );
}
