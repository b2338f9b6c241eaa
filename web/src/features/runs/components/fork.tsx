import { useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { agentsQuery, modelsQuery } from "@/api/agents";
import { api, unwrap } from "@/api/client";
import { keys } from "@/api/keys";
import type { RunInfo } from "@/api/schema";
import { Area } from "@/ui/area";
import { Dialog } from "@/ui/dialog";
import { Form } from "@/ui/form";
import { PickField } from "@/ui/pick";
import { askedQuery } from "../queries";
import styles from "./fork.module.css";

const route = getRouteApi("/app/runs/$runId");

/** Ask something else at the place where this run began, of the same agent or another. */
export default function ForkDialog({ run, onClose }: { run: RunInfo; onClose: () => void }) {
  const { t } = useTranslation();
  const asked = useQuery(askedQuery(run.id, run.conversationId));
  const isReady = run.conversationId === null || !asked.isPending;
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())} title={t("runs.fork")} wide>
      <p className={styles.note}>{t("runs.forkText")}</p>
      {isReady ? <ForkForm run={run} asked={asked.data ?? run.title} onClose={onClose} /> : null}
    </Dialog>
  );
}

function ForkForm({ run, asked, onClose }: { run: RunInfo; asked: string; onClose: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const navigate = route.useNavigate();
  const agents = useQuery(agentsQuery).data ?? [];
  const models = useQuery(modelsQuery).data ?? [];
  const [agent, setAgent] = useState(run.agent);
  const [model, setModel] = useState("");
  const send = async ({ message = "" }: Record<string, string>) => {
    const params = { path: { run_id: run.id } };
    const body = { message, agent: agent === run.agent ? null : agent, model: model || null };
    const forked = await unwrap(api.POST("/api/runs/{run_id}/fork", { params, body }));
    await client.invalidateQueries({ queryKey: keys.runs });
    onClose();
    await navigate({
      to: "/runs/$runId",
      params: { runId: forked.id },
      search: ({ project }) => ({ project }),
    });
  };
  return (
    <Form
      action={t("runs.forkAct")}
      onSend={send}
      back={t("runs.cancel")}
      onBack={onClose}
      keepAs={`fork/${run.id}`}
    >
      <Area label={t("runs.message")} name="message" rows={4} defaultValue={asked} required autoFocus />
      <PickField
        label={t("runs.agent")}
        value={agent}
        onChange={setAgent}
        options={agents.map(({ slug, name }) => ({ value: slug, label: name }))}
      />
      <PickField
        label={t("runs.model")}
        value={model}
        onChange={setModel}
        options={[
          { value: "", label: t("runs.sameModel") },
          ...models.map(({ label, name }) => ({ value: label, label: name })),
        ]}
      />
    </Form>
  );
}
