import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Empty } from "@/ui/empty";
import { StateWord } from "@/ui/state-word";
import { VirtualRows } from "@/ui/virtual-rows";
import { useContent } from "../context";
import { type Issue, readIssues } from "../model";
import { validationQuery } from "../queries";
import styles from "./checks-view.module.css";

const ROW = 48;

/** Everything the studio finds wrong with the content; each finding leads to its field. */
export function ChecksView() {
  const { t } = useTranslation();
  const { projectId, ref } = useContent();
  const { data } = useQuery(validationQuery(projectId, ref));
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  if (!data) return null;
  const issues = readIssues([...data.issues]);
  if (issues.length === 0) {
    return (
      <Empty title={t("content.noFindings")}>
        <p>{t("content.noFindingsText")}</p>
      </Empty>
    );
  }
  const errors = issues.filter(({ severity }) => severity === "error").length;
  return (
    <section className={styles.pane} aria-label={t("content.findings")}>
      <p className={styles.head}>
        {t("content.errors", { count: errors })}, {t("content.warnings", { count: issues.length - errors })}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
      <div ref={setScroller} className={styles.list} tabIndex={0}>
        <VirtualRows
          count={issues.length}
          estimate={ROW}
          scroller={scroller}
          keyOf={String}
          render={(index) => {
            const issue = issues[index];
            return issue ? <Finding issue={issue} /> : null;
          }}
        />
      </div>
    </section>
  );
}

function Finding({ issue }: { issue: Issue }) {
  const { models } = useContent();
  const where = [
    models.find(({ id }) => id === issue.model)?.name ?? issue.model,
    issue.entry,
    issue.field,
    issue.locale,
  ];
  return (
    <Link
      from="/content"
      to="/content"
      search={(before) => ({
        ...before,
        checks: undefined,
        model: issue.model ?? undefined,
        locale: issue.locale ?? before.locale,
        entry: issue.entry ?? undefined,
        field: issue.field ?? undefined,
        view: undefined,
      })}
      className={styles.finding}
    >
      <StateWord tone={issue.severity === "error" ? "failed" : "finding"}>
        <span className={styles.words}>{issue.message}</span>
      </StateWord>
      <span className={styles.where}>{where.filter(Boolean).join(" · ")}</span>
    </Link>
  );
}
