import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { foreseenQuery } from "@/api/approvals";
import type { CallPreviewInfo } from "@/api/schema";
import { foreseenSubjects } from "@/lib/approval";
import { excerptOf } from "@/lib/diff";
import { spellName } from "@/lib/run/fold";
import { Words } from "../diff";
import { Notice } from "../notice";
import styles from "./approval.module.css";

const TITLES = {
  write: "approval.foreseenWrite",
  merge: "approval.foreseenMerge",
  discard: "approval.foreseenDiscard",
} as const;

/** What a call would change against what is there now; nothing where there is nothing to compare with. */
export function Foreseen({ id }: { id: string }) {
  const { t } = useTranslation();
  const { data } = useQuery(foreseenQuery(id));
  if (data?.problem) {
    return (
      <Notice tone="caution" title={t("approval.wouldFail")}>
        <p>{String(data.problem.message)}</p>
      </Notice>
    );
  }
  return data?.fate ? <Changes fate={data.fate} foreseen={data} /> : null;
}

function Changes({ fate, foreseen }: { fate: keyof typeof TITLES; foreseen: CallPreviewInfo }) {
  const { t } = useTranslation();
  const more = foreseen.total - foreseen.changes.length;
  return (
    <section className={styles.foreseen}>
      <h3 className={styles.heading}>
        {t(TITLES[fate])} <span className={styles.quiet}>{t("approval.againstNow")}</span>
      </h3>
      {foreseen.total === 0 ? <p className={styles.quiet}>{t("approval.nothingChanges")}</p> : null}
      {foreseenSubjects(foreseen.changes).map((subject) => (
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
