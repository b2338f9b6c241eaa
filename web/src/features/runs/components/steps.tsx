import { Link } from "@tanstack/react-router";
import { CircleX, Cpu, LoaderCircle, type LucideIcon, Play, Wrench } from "lucide-react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { StepInfo } from "@/api/schema";
import { classes } from "@/lib/classes";
import { duration } from "@/lib/format";
import { spellName } from "@/lib/run/fold";
import { Icon } from "@/ui/icon";
import { type Bar, timeline } from "../model";
import styles from "./steps.module.css";

/** The steps of a run in order, each with its place in time. */
export function StepTree({
  steps,
  selected,
  now,
}: {
  steps: StepInfo[];
  selected: string | undefined;
  now: number;
}) {
  const { t } = useTranslation();
  const bars = useMemo(() => (steps.length > 0 ? timeline(steps, now) : []), [steps, now]);
  return (
    <section className={styles.steps} aria-label={t("runs.steps")}>
      <div className={styles.head}>
        <h2 className={styles.title}>{t("runs.steps")}</h2>
        <span>{steps.length}</span>
        <span className={styles.time}>{t("runs.time")}</span>
      </div>
      <ol>
        {bars.map((bar) => (
          <li key={bar.step.key}>
            <StepRow bar={bar} isSelected={bar.step.key === selected} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function StepRow({ bar, isSelected }: { bar: Bar; isSelected: boolean }) {
  const { t, i18n } = useTranslation();
  const { step } = bar;
  const isFailed = step.error !== null || step.status === "failed";
  return (
    <Link
      from="/runs/$runId"
      to="/runs/$runId"
      search={(before) => ({ ...before, step: step.key, tab: "io" as const })}
      className={classes(styles.step, isFailed && styles.failed)}
      aria-current={isSelected ? "true" : undefined}
    >
      <Icon of={glyphOf(step, isFailed)} size="small" />
      <span className={styles.name}>
        {step.kind === "model" ? t("runs.stepModel", { name: step.name }) : spellName(step.name)}
        {step.attempt > 1 ? (
          <span className={styles.attempt}> {t("runs.attempt", { attempt: step.attempt })}</span>
        ) : null}
      </span>
      <span className={styles.line} aria-hidden="true">
        <span
          className={classes(styles.bar, step.kind !== "model" && styles.light)}
          style={{ insetInlineStart: `${bar.from}%`, inlineSize: `${bar.size}%` }}
        />
      </span>
      <span className={styles.took}>{duration(bar.ms, i18n.language)}</span>
    </Link>
  );
}

function glyphOf(step: StepInfo, isFailed: boolean): LucideIcon {
  if (isFailed) return CircleX;
  if (!step.endedAt) return LoaderCircle;
  if (step.kind === "model") return Cpu;
  return step.kind === "tool" ? Wrench : Play;
}
