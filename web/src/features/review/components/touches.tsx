import { useQueries } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { usesQuery } from "@/api/site";
import { useDesk } from "../desk";
import styles from "./checks.module.css";

const SHOWN = 8;

/** Which other pages a changed rule of the site is used on: what is decided here shows there, too. */
export function Touches() {
  const { t } = useTranslation();
  const { review, detail } = useDesk();
  const { projectId, branch } = detail.proposal;
  const changed = review.changes.map(({ hunk }) => hunk.target);
  const pages = new Set(changed.filter(({ type }) => type === "node").map(({ area }) => area));
  const rules = review.changes.flatMap(({ hunk: { target, op, title } }) =>
    target.room === "site" && target.type === "rule" && op !== "remove" ? [{ id: target.id, title }] : [],
  );
  const named = [...new Map(rules.map((rule) => [rule.id, rule])).values()].slice(0, SHOWN);
  const found = useQueries({
    queries: named.map(({ id }) => usesQuery(projectId ?? "", id, branch, detail.sha)),
  });
  const shown = named.flatMap(({ id, title }, at) => {
    const uses = found[at]?.data;
    return uses ? [{ id, title, uses, others: uses.filter((use) => !pages.has(use.id)) }] : [];
  });
  if (shown.length === 0) return null;
  return (
    <section className={styles.checks}>
      <h3 className={styles.title}>
        {t("review.touches")} <span className={styles.aside}>{t("review.touchesWhat")}</span>
      </h3>
      <ul>
        {shown.map(({ id, title, uses, others }) => (
          <li key={id} className={styles.check} title={uses.map((use) => use.title).join(", ")}>
            <span className={styles.words}>
              {others.length > 0
                ? t("review.touchesPages", { rule: title, count: uses.length })
                : t(uses.length > 0 ? "review.touchesHere" : "review.touchesNone", { rule: title })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
