import { ArrowDown } from "lucide-react";
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "@/ui/icon-button";
import { useThread } from "../store";
import { send } from "../thread";
import { useFacts } from "../use-panel";
import styles from "./thread-view.module.css";
import { TurnView } from "./turn-view";

/** The conversation: keeps to its end while the reader is there, and stays put when they read back. */
export function ThreadView() {
  const { t } = useTranslation();
  const turns = useThread((state) => state.turns);
  const box = useRef<HTMLDivElement>(null);
  const inside = useRef<HTMLDivElement>(null);
  const { isAtEnd, toEnd } = useStickyEnd(box, inside);
  return (
    <div className={styles.frame}>
      <div
        ref={box}
        className={styles.thread}
        role="log"
        aria-label={t("panel.thread")}
        aria-live="off"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
        tabIndex={0}
      >
        <div ref={inside} className={styles.turns}>
          {turns.length === 0 ? <EmptyThread /> : null}
          {turns.map((turn, index) => (
            <TurnView key={turn.runId} turn={turn} isLast={index === turns.length - 1} />
          ))}
        </div>
      </div>
      {isAtEnd ? null : (
        <div className={styles.toEnd}>
          <IconButton icon={ArrowDown} name={t("panel.toEnd")} side="left" onClick={toEnd} />
        </div>
      )}
    </div>
  );
}

function EmptyThread() {
  const facts = useFacts();
  const { t } = useTranslation();
  const suggestions = facts.agent?.suggestions ?? [];
  return (
    <div className={styles.empty}>
      <h2 className={styles.title}>{t("panel.emptyTitle", { agent: facts.agent?.name ?? "" })}</h2>
      <p className={styles.muted}>{t("panel.emptyText")}</p>
      {suggestions.length > 0 ? (
        <>
          <p className={styles.label}>{t("panel.tryOne")}</p>
          <ul>
            {suggestions.map((text) => (
              <li key={text}>
                <button
                  type="button"
                  className={styles.suggestion}
                  onClick={() => send(facts.outgoing(text))}
                >
                  {text}
                </button>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </div>
  );
}

const NEAR_PX = 48;

function useStickyEnd(box: RefObject<HTMLDivElement | null>, inside: RefObject<HTMLDivElement | null>) {
  const [isAtEnd, setAtEnd] = useState(true);
  const isSticky = useRef(true);
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    let last = element.scrollTop;
    const look = () => {
      const distance = element.scrollHeight - element.scrollTop - element.clientHeight;
      // What grew below takes nobody from the end; only who scrolls back leaves it.
      if (distance < NEAR_PX) isSticky.current = true;
      else if (element.scrollTop < last) isSticky.current = false;
      last = element.scrollTop;
      setAtEnd(isSticky.current);
    };
    element.addEventListener("scroll", look, { passive: true });
    // Cards and tables come with their content, later than the turn they stand in.
    const observer = new ResizeObserver(() => {
      if (isSticky.current) element.scrollTop = element.scrollHeight;
    });
    if (inside.current) observer.observe(inside.current);
    return () => {
      element.removeEventListener("scroll", look);
      observer.disconnect();
    };
  }, [box, inside]);
  const toEnd = () => {
    const element = box.current;
    if (element) element.scrollTop = element.scrollHeight;
  };
  useLayoutEffect(() => {
    if (isSticky.current && box.current) box.current.scrollTop = box.current.scrollHeight;
  });
  return { isAtEnd, toEnd };
}
