import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "@/api/client";
import { keys } from "@/api/keys";
import { useMay } from "@/api/may";
import type { AgentDetail, MemoryInfo } from "@/api/schema";
import { useAct } from "@/lib/use-act";
import { Button } from "@/ui/button";
import { Field } from "@/ui/field";
import { memoryQuery, wordsQuery } from "../queries";
import styles from "./agent.module.css";
import own from "./memory.module.css";
import { MemoryRow } from "./memory-row";
import { Said } from "./said";

const MOST = 40;
const MOST_KB = 6;

/** What an agent has learnt and how far each of it is, and what people said about its work. */
export function AgentMemory({ agent }: { agent: AgentDetail }) {
  const { t } = useTranslation();
  const all = useQuery(memoryQuery).data ?? [];
  const words = useQuery(wordsQuery(agent.slug)).data ?? [];
  const learnt = all.filter((memory) => memory.agent === null || memory.agent === agent.slug);
  const [isWhole, setWhole] = useState(false);
  const kept = learnt.filter((memory) => !isAlive(memory)).length;
  const active = learnt.filter(({ status }) => status === "active");
  const size = new TextEncoder().encode(active.map(({ content }) => content).join("")).length / 1024;
  const waiting = learnt.filter(({ status }) => status === "proposed").length;
  return (
    <>
      <p className={own.head}>
        <span>{t("agents.memoryInUse", { count: active.length, most: MOST })}</span>
        <span>{t("agents.memorySize", { size: size.toFixed(1), most: MOST_KB })}</span>
        {waiting > 0 ? <span>{t("agents.memoryWaits", { count: waiting })}</span> : null}
        <span className={styles.note}>{t("agents.memoryText", { name: agent.name })}</span>
      </p>
      <Remember agent={agent} />
      {learnt.length === 0 ? <p className={styles.note}>{t("agents.memoryNone")}</p> : null}
      <ul aria-label={t("agents.memory")}>
        {(isWhole ? learnt : learnt.filter(isAlive)).map((memory) => (
          <MemoryRow
            key={memory.id}
            agent={agent.slug}
            memory={memory}
            word={words.find(({ id }) => id === memory.feedbackId)}
          />
        ))}
      </ul>
      {kept > 0 && !isWhole ? (
        <p className={styles.note}>
          {t("agents.memoryKept", { count: kept })}{" "}
          <Button small look="quiet" onClick={() => setWhole(true)}>
            {t("agents.memoryShowKept")}
          </Button>
        </p>
      ) : null}
      <Said agent={agent} />
    </>
  );
}

/** Tell whether a memory is in use or waits for a yes; what is not is kept as a note. */
function isAlive({ status }: MemoryInfo): boolean {
  return status === "active" || status === "proposed";
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
