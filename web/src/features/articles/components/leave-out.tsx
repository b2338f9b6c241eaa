import { useTranslation } from "react-i18next";
import { Check } from "@/ui/check";
import styles from "./leave-out.module.css";

const STEPS = ["applyHumanityCheck", "identifyImageNeeds"] as const;

/** A step that a piece can do without. */
type OptionalStep = (typeof STEPS)[number];

/** How the next run goes: what it leaves out, and whether it asks before every step. */
export interface Manner {
  skip: readonly OptionalStep[];
  asks: boolean;
}

interface LeaveOutProps {
  manner: Manner;
  onChange: (manner: Manner) => void;
}

/** Which steps the next run leaves out, and whether it goes step by step. */
export function LeaveOut({ manner, onChange }: LeaveOutProps) {
  const { t } = useTranslation();
  const { skip, asks } = manner;
  const without = (step: OptionalStep) =>
    skip.includes(step) ? skip.filter((one) => one !== step) : [...skip, step];
  return (
    <fieldset className={styles.steps}>
      <legend>{t("articles.leaveOut")}</legend>
      {STEPS.map((step) => (
        <Check
          key={step}
          checked={skip.includes(step)}
          onChange={() => onChange({ asks, skip: without(step) })}
        >
          {t(`articles.optional.${step}`)}
        </Check>
      ))}
      <Check checked={asks} onChange={() => onChange({ skip, asks: !asks })}>
        {t("articles.stepByStep")}
      </Check>
    </fieldset>
  );
}
