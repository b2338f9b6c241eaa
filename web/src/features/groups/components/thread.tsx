import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { type FormEvent, type KeyboardEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "@/api/client";
import { keys } from "@/api/keys";
import type { GroupInfo, GroupMessageInfo } from "@/api/schema";
import { sessionQuery } from "@/api/session";
import { classes } from "@/lib/classes";
import { clock } from "@/lib/format";
import { closeOpenMarks } from "@/lib/markdown";
import { useAct } from "@/lib/use-act";
import { Area } from "@/ui/area";
import { Button } from "@/ui/button";
import { Markdown } from "@/ui/markdown";
import { StateWord } from "@/ui/state-word";
import { groupQuery, useGoesOn } from "../queries";
import styles from "./thread.module.css";

/** What was said in a conversation of several, and a place to speak. */
export function Thread({ id }: { id: string }) {
  const { t } = useTranslation();
  const { data } = useQuery(groupQuery(id));
  const speaking = useGoesOn(id);
  if (!data) return null;
  const { group, messages } = data;
  const said = messages.filter(({ text }) => text !== "");
  return (
    <section className={styles.thread} aria-label={group.title}>
      <h2 className={styles.title}>{group.title}</h2>
      <p className={styles.note}>
        {group.members.map(({ name }) => name).join(", ")} <Leave group={group} />
      </p>
      <ol className={styles.messages} aria-label={t("groups.said")} aria-live="polite">
        {said.map((message) => (
          <Said key={message.id} message={message} />
        ))}
        {speaking ? (
          <li className={styles.message}>
            <Markdown text={closeOpenMarks(Object.values(speaking.parts).join("\n\n"))} />
          </li>
        ) : null}
      </ol>
      {group.activeRunId ? (
        <p>
          <StateWord tone="running">{t("groups.answering")}</StateWord>{" "}
          <Link to="/runs/$runId" params={{ runId: group.activeRunId }}>
            {t("groups.run")}
          </Link>
        </p>
      ) : null}
      <Speak group={group} />
    </section>
  );
}

/** Leave a conversation that somebody else began; what one has said stays. */
function Leave({ group }: { group: GroupInfo }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { isBusy, act } = useAct();
  const me = useQuery(sessionQuery).data?.person.id;
  const isOwner = group.members.some(({ member, isOwner }) => member === me && isOwner);
  if (!me || isOwner) return null;
  const leave = () =>
    act(async () => {
      const people = group.members
        .filter(({ kind, member }) => kind === "person" && member !== me)
        .map(({ member }) => member);
      await unwrap(
        api.PUT("/api/groups/{group_id}", { params: { path: { group_id: group.id } }, body: { people } }),
      );
      await client.invalidateQueries({ queryKey: keys.groups });
      await navigate({ to: "/groups" });
    });
  return (
    <Button small look="quiet" busy={isBusy} onClick={leave}>
      {t("groups.leave")}
    </Button>
  );
}

function Said({ message }: { message: GroupMessageInfo }) {
  const { t, i18n } = useTranslation();
  return (
    <li className={classes(styles.message, message.kind === "person" && styles.person)}>
      <p className={styles.who}>
        <b>{message.name}</b>{" "}
        <span className={styles.note}>
          {clock(message.createdAt, i18n.language)}
          {message.isWaiting ? ` · ${t("groups.waits")}` : ""}
        </span>
        {message.kind === "agent" && message.runId ? (
          <Link to="/runs/$runId" params={{ runId: message.runId }} className={styles.run}>
            {t("groups.run")}
          </Link>
        ) : null}
      </p>
      {message.kind === "agent" ? (
        <Markdown text={message.text} />
      ) : (
        <p className={styles.text}>{message.text}</p>
      )}
    </li>
  );
}

function Speak({ group }: { group: GroupInfo }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { isBusy, act } = useAct();
  const [text, setText] = useState("");
  const send = () =>
    act(async () => {
      const params = { path: { group_id: group.id } };
      await unwrap(api.POST("/api/groups/{group_id}/messages", { params, body: { text } }));
      setText("");
      await client.invalidateQueries({ queryKey: keys.groups });
    });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send();
  };
  const onKey = (event: KeyboardEvent) => {
    // As in the panel: Enter sends, Shift+Enter begins a line.
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (text.trim() && !isBusy) void send();
  };
  const agents = group.members.filter(({ kind }) => kind === "agent");
  return (
    <form className={styles.speak} onSubmit={submit}>
      <Area
        label={t("groups.speak")}
        hint={t("groups.speakHint", { agent: agents[0]?.name ?? "" })}
        value={text}
        required
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKey}
      />
      <div className={styles.actions}>
        {group.members.map(({ kind, member, name }) => {
          const address = `@${kind === "agent" ? member : name.split(" ")[0]}`;
          return (
            <Button
              key={`${kind} ${member}`}
              small
              look="quiet"
              onClick={() => setText(`${address} ${text}`)}
              aria-label={t("groups.address", { name })}
            >
              {address}
            </Button>
          );
        })}
        <Button type="submit" look="primary" busy={isBusy}>
          {t("groups.send")}
        </Button>
      </div>
    </form>
  );
}
