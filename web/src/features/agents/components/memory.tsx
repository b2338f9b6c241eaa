import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useAgentName } from "@/api/agents";
import { api, unwrap } from "@/api/client";
import { keys } from "@/api/keys";
import { useMay } from "@/api/may";
import type { AgentDetail, FeedbackInfo, MemoryInfo } from "@/api/schema";
import { moment } from "@/lib/format";
import { useAct } from "@/lib/use-act";
import { Button } from "@/ui/button";
import { Field } from "@/ui/field";
import { StateWord } from "@/ui/state-word";
import { wayOf } from "../model";
import { memoryQuery, wordsQuery } from "../queries";
import styles from "./agent.module.css";
import own from "./memory.module.css";
import { Said } from "./said";

const MOST = 40;
const MOST_KB = 6;

/** What an agent has learnt and how far each of it is, and what people said about its work. */
export function AgentMemory({ agent }: { agent: AgentDetail }) {
  const { t } = useTranslation();
  const all = useQuery(memoryQuery).data ?? [];
  const words = useQuery(wordsQuery(agent.slug)).data ?? [];
  const learnt = all.filter((memory) => memory.agent === null || memory.agent === agent.slug);
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
        {learnt.map((memory) => (
          <One key={memory.id} memory={memory} word={words.find(({ id }) => id === memory.feedbackId)} />
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

interface OneProps {
  memory: MemoryInfo;
  /** What a person said that it was distilled from. */
  word: FeedbackInfo | undefined;
}

function One({ memory, word }: OneProps) {
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
  const at = (moments: string) => moment(moments, Date.now(), i18n.language);
  return (
    <li className={own.row}>
      <div className={own.what}>
        <p className={own.said}>{memory.content}</p>
        <span className={styles.meta}>
          {t(`agents.memoryKinds.${memory.kind}`)} · {memory.createdBy}, {at(memory.createdAt)} ·{" "}
          {memory.agent ? t("agents.memoryFor", { agent: agentName(memory.agent) }) : t("agents.memoryAll")}
          {word?.runId ? (
            <>
              {" · "}
              <Link to="/runs/$runId" params={{ runId: word.runId }}>
                {t("agents.memoryFrom")}
              </Link>
            </>
          ) : null}
        </span>
      </div>
      <Way memory={memory} word={word} />
      <span className={styles.meta}>
        {memory.expiresAt ? t("agents.memoryEnds", { at: at(memory.expiresAt) }) : t("agents.memoryStays")}
      </span>
      <span className={styles.meta}>
        {t("agents.memoryUsed", { count: memory.useCount })}
        {memory.lastUsedAt ? `, ${at(memory.lastUsedAt)}` : ""}
      </span>
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
      ) : (
        <span />
      )}
    </li>
  );
}

/** How far a memory is, in four ticks: new, distilled, replayed, applied; the word under them names the trouble. */
function Way({ memory, word }: OneProps) {
  const { t } = useTranslation();
  const { way, ticks, tone } = wayOf(memory.status, word?.status ?? null);
  const said = t(`agents.memoryWay.${way}`);
  return (
    <span className={own.way}>
      <span className={own.ticks} aria-hidden="true">
        {[1, 2, 3, 4].map((tick) => (
          <i key={tick} data-on={tick <= ticks ? "" : undefined} data-last={tick === 4 ? "" : undefined} />
        ))}
      </span>
      {tone ? <StateWord tone={tone}>{said}</StateWord> : <span className={styles.meta}>{said}</span>}
    </span>
  );
}
