import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useAgentName } from "@/api/agents";
import { api, unwrap } from "@/api/client";
import { keys } from "@/api/keys";
import { useMay } from "@/api/may";
import type { AgentDetail, MemoryInfo } from "@/api/schema";
import { moment } from "@/lib/format";
import { useAct } from "@/lib/use-act";
import { Button } from "@/ui/button";
import { Field } from "@/ui/field";
import { StateWord } from "@/ui/state-word";
import { memoryQuery } from "../queries";
import styles from "./agent.module.css";
import { Said } from "./said";

/** What an agent has learnt, and what people said about its work. */
export function AgentMemory({ agent }: { agent: AgentDetail }) {
  const { t } = useTranslation();
  const all = useQuery(memoryQuery).data ?? [];
  const own = all.filter((memory) => memory.agent === null || memory.agent === agent.slug);
  return (
    <>
      <p className={styles.note}>{t("agents.memoryText", { name: agent.name })}</p>
      <Remember agent={agent} />
      {own.length === 0 ? <p className={styles.note}>{t("agents.memoryNone")}</p> : null}
      <ul aria-label={t("agents.memory")}>
        {own.map((memory) => (
          <One key={memory.id} memory={memory} />
        ))}
      </ul>
      <Said agent={agent} />
    </>
  );
}

function Remember({ agent }: { agent: AgentDetail }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { isBusy, act } = useAct();
  const [content, setContent] = useState("");
  if (!useMay()("context.team.create")) return null;
  const send = (event: FormEvent) => {
    event.preventDefault();
    void act(async () => {
      await unwrap(api.POST("/api/memory", { body: { content, kind: "guideline", agent: agent.slug } }));
      setContent("");
      await client.invalidateQueries({ queryKey: keys.agents });
    });
  };
  return (
    <form onSubmit={send} className={styles.oneLine}>
      <Field
        label={t("agents.memoryAdd")}
        value={content}
        minLength={3}
        required
        onChange={(event) => setContent(event.target.value)}
      />
      <Button type="submit" busy={isBusy}>
        {t("agents.remember")}
      </Button>
    </form>
  );
}

function One({ memory }: { memory: MemoryInfo }) {
  const { t, i18n } = useTranslation();
  const client = useQueryClient();
  const { isBusy, act } = useAct();
  const agentName = useAgentName();
  const canChange = useMay()("context.team.update");
  const isActive = memory.status === "active";
  const change = () =>
    act(async () => {
      const status = isActive ? ("disabled" as const) : ("active" as const);
      await unwrap(
        api.PUT("/api/memory/{memory_id}", { params: { path: { memory_id: memory.id } }, body: { status } }),
      );
      await client.invalidateQueries({ queryKey: keys.agents });
    });
  const verb = memory.status === "proposed" ? "memoryAccept" : isActive ? "memoryOff" : "memoryOn";
  return (
    <li className={styles.version}>
      <div className={styles.what}>
        <p className={styles.said}>{memory.content}</p>
        <span className={styles.meta}>
          {t(`agents.memoryKinds.${memory.kind}`)} · {memory.createdBy},{" "}
          {moment(memory.createdAt, Date.now(), i18n.language)} ·{" "}
          {memory.agent ? t("agents.memoryFor", { agent: agentName(memory.agent) }) : t("agents.memoryAll")} ·{" "}
          {t("agents.memoryUsed", { count: memory.useCount })}
        </span>
      </div>
      <div className={styles.actions}>
        {/* What holds is the normal case: only what does not gets a word. */}
        {isActive ? null : (
          <StateWord tone={memory.status === "proposed" ? "waiting" : "stopped"}>
            {t(`agents.memoryStates.${memory.status}`)}
          </StateWord>
        )}
        {canChange && memory.status !== "superseded" ? (
          <Button
            small
            look="quiet"
            busy={isBusy}
            onClick={change}
            aria-label={`${t(`agents.${verb}`)}: ${memory.content}`}
          >
            {t(`agents.${verb}`)}
          </Button>
        ) : null}
      </div>
    </li>
  );
}
