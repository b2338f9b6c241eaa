import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useDecided } from "@/api/approvals";
import { decideStop, readAmount, stopQuery } from "@/api/budgets";
import { keys } from "@/api/keys";
import type { InboxItemInfo, StopDecisionBody, StopInfo } from "@/api/schema";
import { money } from "@/lib/format";
import { notify } from "@/lib/notices";
import { useAct } from "@/lib/use-act";
import { Button } from "@/ui/button";
import { Field } from "@/ui/field";
import { StateWord } from "@/ui/state-word";
import styles from "./detail.module.css";
import { DetailHead } from "./detail-head";
import facts from "./stop-detail.module.css";

/** A run that a budget stopped: what it needs, what is left, and the ways to go on. */
export default function StopDetail({ item }: { item: InboxItemInfo }) {
  const { t, i18n } = useTranslation();
  const { data: stop } = useQuery(stopQuery(item.id));
  return (
    <>
      <div className={styles.scroll}>
        <DetailHead item={item} />
        {stop ? (
          <dl className={facts.facts}>
            <dt>{t("stops.reason")}</dt>
            <dd>{stop.reason}</dd>
            <dt>{t("stops.limit")}</dt>
            <dd>{money(stop.limitMicros, i18n.language)}</dd>
            <dt>{t("stops.left")}</dt>
            <dd>{money(stop.leftMicros, i18n.language)}</dd>
            <dt>{t("stops.needed")}</dt>
            <dd>
              {stop.neededMicros === null
                ? t("stops.unknown")
                : t("stops.about", { cost: money(stop.neededMicros, i18n.language) })}
            </dd>
          </dl>
        ) : null}
      </div>
      {stop ? (
        <div className={styles.foot}>
          {stop.status === "waiting" ? <Choices stop={stop} /> : <Decided stop={stop} />}
        </div>
      ) : null}
    </>
  );
}

const WORDS = {
  waiting: "stops.waiting",
  raised: "stops.raised",
  resumed: "stops.resumed",
  declined: "stops.declined",
  cancelled: "stops.cancelled",
} as const;

function Decided({ stop }: { stop: StopInfo }) {
  const { t } = useTranslation();
  const isOn = stop.status === "raised" || stop.status === "resumed";
  return <StateWord tone={isOn ? "done" : "stopped"}>{t(WORDS[stop.status])}</StateWord>;
}

function Choices({ stop }: { stop: StopInfo }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { isBusy, act } = useAct();
  const wanted = (stop.limitMicros + Math.max(stop.neededMicros ?? 0, stop.limitMicros)) / 1_000_000;
  const [limit, setLimit] = useState(String(wanted));
  const decide = (body: StopDecisionBody, said: "stops.saidOn" | "stops.saidEnded") =>
    act(async () => {
      const { runId } = await decideStop(stop.id, body);
      useDecided.setState((state) => ({ runId, turn: state.turn + 1 }));
      notify({ tone: "done", text: t(said) });
      for (const queryKey of [keys.inbox, keys.runs, keys.budgets])
        await client.invalidateQueries({ queryKey: [...queryKey] });
    });
  const limitMicros = readAmount(limit);
  return (
    <form
      className={facts.choices}
      onSubmit={(event) => {
        event.preventDefault();
        if (limitMicros !== null) void decide({ decision: "raise", limitMicros }, "stops.saidOn");
      }}
    >
      <Field
        label={t("stops.newLimit")}
        inputMode="decimal"
        value={limit}
        onChange={(event) => setLimit(event.target.value)}
      />
      <Button type="submit" look="primary" busy={isBusy} disabled={limitMicros === null}>
        {t("stops.raise")}
      </Button>
      <Button busy={isBusy} onClick={() => decide({ decision: "resume" }, "stops.saidOn")}>
        {t("stops.resume")}
      </Button>
      <Button busy={isBusy} onClick={() => decide({ decision: "decline" }, "stops.saidEnded")}>
        {t("stops.decline")}
      </Button>
    </form>
  );
}
