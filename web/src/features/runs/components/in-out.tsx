import { useTranslation } from "react-i18next";
import type { StepInfo } from "@/api/schema";
import styles from "./in-out.module.css";

/** What went into a step and what came out, as it is kept. */
export function StepInOut({ step }: { step: StepInfo | null }) {
  const { t } = useTranslation();
  if (!step) return <p className={styles.none}>{t("runs.pickStep")}</p>;
  return (
    <div className={styles.parts}>
      <Part name={t("runs.input")} value={step.input} />
      {step.error ? <Part name={t("runs.error")} value={step.error} /> : null}
      <Part name={t("runs.output")} value={step.result} />
    </div>
  );
}

function Part({ name, value }: { name: string; value: unknown }) {
  const { t } = useTranslation();
  const isEmpty = value === null || value === undefined;
  return (
    <section>
      <h3 className={styles.title}>{name}</h3>
      {isEmpty ? (
        <p className={styles.none}>{t("runs.nothing")}</p>
      ) : (
        <pre className={styles.value}>
          {typeof value === "string" ? value : JSON.stringify(value, null, 2)}
        </pre>
      )}
    </section>
  );
}
