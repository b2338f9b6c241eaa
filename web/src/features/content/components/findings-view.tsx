import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Empty } from "@/ui/empty";
import { SkeletonRows, useSlow } from "@/ui/skeleton";
import { VirtualRows } from "@/ui/virtual-rows";
import { useContent } from "../context";
import { readIssues } from "../model";
import { validationQuery } from "../queries";
import { Finding } from "./finding";
import styles from "./findings-view.module.css";
import { Fixes } from "./fixes";

const ROW = 48;

/** Everything that breaks a rule; each finding leads to its field. */
export function FindingsView() {
  const { t } = useTranslation();
  const { projectId, ref, can } = useContent();
  const { data, isPending } = useQuery(validationQuery(projectId, ref));
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const isSlow = useSlow(isPending);
  if (!data) return isSlow ? <SkeletonRows rows={6} label={t("frame.loading")} /> : null;
  const issues = readIssues(data.issues);
  if (issues.length === 0) {
    return (
      <Empty title={t("content.noFindings")}>
        <p>{t("content.noFindingsText")}</p>
      </Empty>
    );
  }
  const fixable = data.issues.filter(({ fixable }) => fixable).length;
  const errors = issues.filter(({ severity }) => severity === "error").length;
  return (
    <section className={styles.pane} aria-label={t("content.findings")}>
      <div className={styles.head}>
        <p>
          {t("content.errors", { count: errors })}, {t("content.warnings", { count: issues.length - errors })}
        </p>
        {fixable > 0 && can.write ? <Fixes count={fixable} /> : null}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
      <div ref={setScroller} className={styles.list} tabIndex={0}>
        <VirtualRows
          count={issues.length}
          estimate={ROW}
          scroller={scroller}
          keyOf={String}
          render={(index) => {
            const issue = issues[index];
            return issue ? (
              <Finding tone={issue.severity === "error" ? "failed" : "finding"} place={issue}>
                {issue.message}
              </Finding>
            ) : null;
          }}
        />
      </div>
    </section>
  );
}
