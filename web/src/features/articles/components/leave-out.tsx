import { useTranslation } from "react-i18next";
import { Check } from "@/ui/check";
import styles from "./leave-out.module.css";

const STEPS = ["applyHumanityCheck", "identifyImageNeeds"] as const;

/** A step that a piece can do without. */
export type OptionalStep = (typeof STEPS)[number];

interface LeaveOutProps {
  skip: readonly OptionalStep[];
  onChange: (skip: readonly OptionalStep[]) => void;
}

/** Which steps the next run leaves out. */
export function LeaveOut({ skip, onChange }: LeaveOutProps) {
  const { t } = useTranslation();
  return (
    <fieldset className={styles.steps}>
      <legend>{t("articles.leaveOut")}</legend>
      {STEPS.map((step) => (
        <Check
          key={step}
          checked={skip.includes(step)}
          onChange={() =>
            onChange(skip.includes(step) ? skip.filter((one) => one !== step) : [...skip, step])
          }
        >
          {t(`articles.optional.${step}`)}
        </Check>
      ))}
    </fieldset>
  );
}
