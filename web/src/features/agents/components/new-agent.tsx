import { useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "@/api/client";
import type { AgentInfo } from "@/api/schema";
import { notify } from "@/lib/notices";
import { slugOf } from "@/lib/slug";
import { Dialog } from "@/ui/dialog";
import { Field } from "@/ui/field";
import { Form } from "@/ui/form";
import { PickField } from "@/ui/pick";
import { agentQuery, refreshAgents } from "../queries";
import styles from "./agent.module.css";

const route = getRouteApi("/app/agents");

interface NewAgentProps {
  agents: AgentInfo[];
  onClose: () => void;
}

/** A new agent that begins like another one: with its instructions, tools and limits, to be changed. */
export default function NewAgent({ agents, onClose }: NewAgentProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const navigate = route.useNavigate();
  const [chosen, setLike] = useState("");
  const like = chosen || (agents[0]?.slug ?? "");
  useQuery({ ...agentQuery(like), enabled: like !== "" });
  const send = async ({ name = "", description = "" }: Record<string, string>) => {
    // Whoever is quick sends before the agent it begins like has come.
    const { systemPrompt, scope, config } = await client.ensureQueryData(agentQuery(like));
    const body = {
      ...{ slug: slugOf(name), name, description, systemPrompt, config },
      scope: scope as "workspace",
    };
    const made = await unwrap(api.POST("/api/agents", { body }));
    notify({ tone: "done", text: t("agents.made", { name: made.name }) });
    await refreshAgents(client);
    await navigate({ search: ({ project }) => ({ project, agent: made.slug }) });
  };
  return (
    <Dialog open onOpenChange={onClose} title={t("agents.new")}>
      <div className={styles.dialog}>
        <Form action={t("agents.make")} onSend={send} back={t("agents.cancel")} onBack={onClose}>
          <Field label={t("agents.name")} name="name" maxLength={80} required />
          <Field label={t("agents.description")} name="description" maxLength={500} />
          <PickField
            label={t("agents.beginLike")}
            value={like}
            onChange={setLike}
            options={agents.map(({ slug, name }) => ({ value: slug, label: name }))}
          />
        </Form>
      </div>
    </Dialog>
  );
}
