import { ArrowUp, CircleStop, Clock, ListPlus, PenLine } from "lucide-react";
import { type KeyboardEvent, useEffect, useLayoutEffect, useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import { type Command, useCommands } from "@/lib/commands";
import { Button } from "@/ui/button";
import { Icon } from "@/ui/icon";
import { IconButton } from "@/ui/icon-button";
import { Notice } from "@/ui/notice";
import { COMPOSER, rememberDraft, usePanelMemory } from "../memory";
import { isRunning, useThread } from "../store";
import { send, stop, takeBack } from "../thread";
import { useFacts } from "../use-panel";
import styles from "./composer.module.css";
import { ContextLine } from "./context-line";
import { Pins } from "./pins";

/** Put text into the composer and go there. */
export function fillComposer(text: string): void {
  rememberDraft(COMPOSER, text);
  document.getElementById("composer")?.focus();
}

/** Where a person writes. Send becomes Stop while the agent works; what is written then waits in the queue. */
export function Composer() {
  const facts = useFacts();
  const { t } = useTranslation();
  const text = usePanelMemory((memory) => memory.drafts[COMPOSER] ?? "");
  const running = useThread(isRunning);
  const error = useThread((state) => state.error);
  const box = useGrowing(text);
  const canSend = text.trim() !== "" && facts.lock === "ready";
  const submit = () => {
    if (!canSend) return;
    rememberDraft(COMPOSER, "");
    void send(facts.outgoing(text.trim()));
  };
  useComposerCommands(running);
  return (
    <form
      className={styles.composer}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {error ? (
        <Notice tone="danger" title={error.message} alert>
          <p>{error.suggestion}</p>
        </Notice>
      ) : null}
      <Queue />
      <Pins />
      <div className={styles.box}>
        <textarea
          id="composer"
          ref={box}
          rows={1}
          className={styles.text}
          aria-label={t("panel.message")}
          placeholder={
            running
              ? t("panel.queueUp")
              : facts.lock === "ready"
                ? t("panel.ask", { agent: facts.agent?.name ?? "" })
                : t(facts.lock === "setup" ? "panel.lockedAsk" : "panel.chooseAsk")
          }
          value={text}
          onChange={(event) => rememberDraft(COMPOSER, event.target.value)}
          onKeyDown={(event) => sendOnEnter(event, submit)}
        />
        <SendOrStop canSend={canSend} />
      </div>
      <ContextLine />
      {facts.agent?.scope === "content" ? <ReviewFirst /> : null}
    </form>
  );
}

/** Whether what the agent writes waits for a person, also for those whose changes are merged at once. */
function ReviewFirst() {
  const { t } = useTranslation();
  const reviewFirst = usePanelMemory((memory) => memory.reviewFirst);
  return (
    <label className={styles.review}>
      <input
        type="checkbox"
        checked={reviewFirst}
        onChange={(event) => usePanelMemory.setState({ reviewFirst: event.target.checked })}
      />
      {t("panel.reviewFirst")}
    </label>
  );
}

/** Send and Stop share a place; while the agent works, what was typed can still join the queue. */
function SendOrStop({ canSend }: { canSend: boolean }) {
  const { t } = useTranslation();
  const { lock } = useFacts();
  const running = useThread(isRunning);
  const isStopping = useThread((state) => state.isStopping);
  if (!running) {
    return (
      <Button
        type="submit"
        look={canSend ? "primary" : "usual"}
        icon={ArrowUp}
        disabled={!canSend}
        title={lock === "ready" ? undefined : t(lock === "setup" ? "panel.lockedSend" : "panel.chooseSend")}
      >
        {t("panel.send")}
      </Button>
    );
  }
  return (
    <>
      {canSend ? <IconButton type="submit" icon={ListPlus} name={t("panel.queueUp")} side="top" /> : null}
      <Button busy={isStopping} onClick={() => stop()}>
        {isStopping ? null : <span className={styles.square} aria-hidden="true" />}
        {isStopping ? t("panel.stopping") : t("panel.stop")}
      </Button>
    </>
  );
}

function sendOnEnter(event: KeyboardEvent, submit: () => void): void {
  if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
  event.preventDefault();
  submit();
}

function Queue() {
  const { t } = useTranslation();
  const queued = useThread((state) => state.queued);
  if (queued.length === 0) return null;
  return (
    <ul className={styles.queue}>
      {queued.map((message) => (
        <li key={message.id} className={styles.queued}>
          <Icon of={Clock} tone="muted" />
          <span className={styles.words}>{t("panel.next", { text: message.text })}</span>
          <Button
            look="quiet"
            small
            aria-label={t("panel.removeNamed", { text: message.text })}
            onClick={() => takeBack(message.id)}
          >
            {t("panel.remove")}
          </Button>
        </li>
      ))}
    </ul>
  );
}

function useComposerCommands(running: boolean): void {
  const { t } = useTranslation();
  const commands = useMemo<Command[]>(() => {
    const write: Command = {
      id: "panel.write",
      label: t("panel.focus"),
      group: "do",
      icon: PenLine,
      keys: ["c"],
      run: () => document.getElementById("composer")?.focus(),
    };
    const halt: Command = {
      id: "panel.stop",
      label: t("panel.stopRun"),
      group: "do",
      icon: CircleStop,
      run: stop,
    };
    return running ? [write, halt] : [write];
  }, [t, running]);
  useCommands(commands);
}

/** Let the text area grow with its text, to eight lines. */
function useGrowing(text: string) {
  const box = useRef<HTMLTextAreaElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    element.style.blockSize = "auto";
    element.style.blockSize = `${element.scrollHeight}px`;
  }, [text]);
  useEffect(() => {
    const element = box.current;
    if (element) element.setSelectionRange(element.value.length, element.value.length);
  }, []);
  return box;
}
