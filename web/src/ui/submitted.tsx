import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { SubmissionInfo } from "@/api/schema";
import { formsQuery } from "@/api/submissions";
import { spellValue } from "@/lib/diff";
import { spellField, wordsIn } from "@/lib/labels";
import styles from "./submitted.module.css";

interface SubmittedProps {
  projectId: string;
  submission: SubmissionInfo;
}

/** What somebody sent through a form, word for word, under the names that the form gives its fields. */
export function Submitted({ projectId, submission }: SubmittedProps) {
  const { i18n } = useTranslation();
  const { data: forms } = useQuery(formsQuery(projectId));
  const form = forms?.find(({ modelId }) => modelId === submission.modelId);
  const labelOf = (name: string) => wordsIn(form?.fields[name]?.label, i18n.language) || spellField(name);
  return (
    <dl className={styles.values}>
      {Object.entries(submission.data).map(([name, value]) => (
        <div key={name} className={styles.value}>
          <dt>{labelOf(name)}</dt>
          <dd lang={submission.locale}>{spellValue(value)}</dd>
        </div>
      ))}
    </dl>
  );
}
