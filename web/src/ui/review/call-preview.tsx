import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { previewQuery } from "@/api/approvals";
import type { CallPreviewInfo } from "@/api/schema";
import { previewSubjects } from "@/lib/approval";
import { excerptOf } from "@/lib/diff";
import { spellName } from "@/lib/run/fold";
import { Words } from "../diff";
import { Notice } from "../notice";
import styles from "./approval.module.css";

const TITLES = {
  write: "approval.previewWrite",
  merge: "approval.previewMerge",
  discard: "approval.previewDiscard",
} as const;

/** What a call would change against what is there now; nothing where there is nothing to compare with. */
export function CallPreview({ id }: { id: string }) {
  const { t } = useTranslation();
  const { data } = useQuery(previewQuery(id));
  if (data?.problem) {
    return (
      <Notice tone="caution" title={t("approval.wouldFail")}>
        <p>{String(data.problem.message)}</p>
      </Notice>
    );
  }
  return data?.fate ? <Changes fate={data.fate} preview={data} /> : null;
}

function Changes({ fate, preview }: { fate: keyof typeof TITLES; preview: CallPreviewInfo }) {
  const { t } = useTranslation();
  const more = preview.total - preview.changes.length;
  return (
    <section className={styles.preview}>
      <h3 className={styles.heading}>
        {t(TITLES[fate])} <span className={styles.quiet}>{t("approval.againstNow")}</span>
      </h3>
      {preview.total === 0 ? <p className={styles.quiet}>{t("approval.nothingChanges")}</p> : null}
      {previewSubjects(preview.changes).map((subject) => (
        <div key={subject.key} className={styles.subject}>
          <h4 className={styles.title} lang={subject.locale ?? undefined}>
            {subject.title} {subject.locale ? <span className={styles.quiet}>{subject.locale}</span> : null}
          </h4>
          <dl>
            {subject.rows.map(({ key, field, spans }) => (
              <div key={key} className={styles.field}>
                <dt>{field ? spellName(field) : t("approval.wholeEntry")}</dt>
                <dd lang={subject.locale ?? undefined}>
                  <Words spans={excerptOf(spans, 120)} />
                </dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
      {more > 0 ? <p className={styles.quiet}>{t("approval.moreChanges", { count: more })}</p> : null}
    </section>
  );
}
