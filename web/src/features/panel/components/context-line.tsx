import { useTranslation } from "react-i18next";
import { money, tokens } from "@/lib/format";
import { Button } from "@/ui/button";
import { Meter, meterLevel } from "@/ui/meter";
import { StateWord } from "@/ui/state-word";
import { contextOf, costOf } from "../model";
import { useThread } from "../store";
import { startFresh } from "../thread";
import { useFacts } from "../use-panel";
import styles from "./context-line.module.css";

/** How full the model's window is and what the thread has cost; at 90 % it becomes an action. */
export function ContextLine() {
  const facts = useFacts();
  const { t, i18n } = useTranslation();
  const turns = useThread((state) => state.turns);
  const kept = useThread((state) => state.conversation?.contextTokens ?? 0);
  const context = contextOf(turns);
  const used = context?.used ?? kept;
  const window = context?.window ?? facts.model?.contextWindow ?? null;
  const cost = useCost();
  if (facts.lock !== "ready") return null;
  const usedText = tokens(used, i18n.language);
  const windowText = window === null ? "" : tokens(window, i18n.language);
  const text = window
    ? t("panel.contextOf", { used: usedText, window: windowText })
    : t("panel.contextUnknown", { used: usedText });
  const isFull = window !== null && meterLevel(used / window) === "full";
  return (
    <div className={styles.wrap}>
      <div className={styles.line}>
        {window ? (
          <Meter
            label={t("panel.context")}
            text={t("panel.contextText", { used: usedText, window: windowText })}
            used={used}
            of={window}
          />
        ) : (
          <span className={styles.grow} />
        )}
        <span>{[text, cost].filter(Boolean).join(" · ")}</span>
      </div>
      {isFull ? (
        <div className={styles.full}>
          <StateWord tone="failed">
            {t("panel.tokensLeft", { left: tokens(Math.max(0, (window ?? 0) - used), i18n.language) })}
          </StateWord>
          <Button look="quiet" small onClick={startFresh}>
            {t("panel.newChatForRoom")}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

function useCost(): string {
  const facts = useFacts();
  const { t, i18n } = useTranslation();
  const cost = useThread((state) => costOf(state.turns)?.micros ?? null);
  const isWhole = useThread((state) => costOf(state.turns)?.isWhole ?? true);
  const isFree = facts.model?.inputMicrosPerMtok === 0 && facts.model.outputMicrosPerMtok === 0;
  if (cost === null) return isFree ? t("run.noCharge") : "";
  if (cost === 0) return t("run.noCharge");
  const sum = money(cost, i18n.language);
  return isWhole ? sum : t("run.costAtLeast", { cost: sum });
}
