import { useQueries } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { usesQuery } from "@/api/site";
import { useDesk } from "../desk";
import { reachOf, rulesOf } from "../touched";
import styles from "./checks.module.css";

const SHOWN = 8;
const SAYS = {
  beyond: "review.touchesPages",
  here: "review.touchesHere",
  nowhere: "review.touchesNone",
} as const;

/** Which other pages a changed rule of the site is used on: what is decided here shows there, too. */
export function Touches() {
  const { t } = useTranslation();
  const { review, detail } = useDesk();
  const { projectId, branch } = detail.proposal;
  const rules = projectId ? rulesOf(review.changes).slice(0, SHOWN) : [];
  const found = useQueries({
    queries: rules.map(({ id }) => usesQuery(projectId ?? "", id, branch, detail.sha)),
  });
  const shown = rules.flatMap((rule, at) => {
    const uses = found[at]?.data;
    return uses ? [{ ...rule, uses }] : [];
  });
  if (shown.length === 0) return null;
  return (
    <section className={styles.checks}>
      <h3 className={styles.title}>
        {t("review.touches")} <span className={styles.aside}>{t("review.touchesWhat")}</span>
      </h3>
      <ul>
        {shown.map(({ id, title, uses }) => (
          <li key={id} className={styles.check} title={uses.map((use) => use.title).join(", ")}>
            <span className={styles.words}>
              {t(SAYS[reachOf(review.changes, uses)], { rule: title, count: uses.length })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
