import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { checksOf, findingKey } from "@/lib/review";
import { StateWord } from "@/ui/state-word";
import { useDesk } from "../desk";
import styles from "./checks.module.css";

const SHOWN = 8;
const isSite = (room: string) => room === "site";
/** What was looked at, in words for when all of it is in order. */
const CHECKED = [
  { rooms: (room: string) => !isSite(room), says: ["review.fieldsMatch"] },
  {
    rooms: isSite,
    says: [
      "review.linksLead",
      "review.picturesTold",
      "review.headingsInOrder",
      "review.translationsThere",
      "review.contrastHolds",
      "review.tokensKnown",
    ],
  },
] as const;

/** What the studio checked about the result; each finding leads to its change. */
export function Checks() {
  const { t } = useTranslation();
  const { review, detail } = useDesk();
  const { own, elsewhere } = checksOf(review, detail.findings);
  const inOrder = CHECKED.filter(({ rooms }) =>
    review.changes.some(({ hunk }) => rooms(hunk.target.room)),
  ).flatMap(({ says }) => says);
  const conflicts = review.changes.filter((change) => change.conflict).length;
  return (
    <section className={styles.checks}>
      <h3 className={styles.title}>{t("review.checks")}</h3>
      <ul>
        <li className={styles.check}>
          {conflicts > 0 ? (
            <StateWord tone="finding">{t("review.conflicts", { count: conflicts })}</StateWord>
          ) : (
            <StateWord tone="done">{t("review.noConflict")}</StateWord>
          )}
        </li>
        {own.length === 0
          ? inOrder.map((key) => (
              <li key={key} className={styles.check}>
                <StateWord tone="done">
                  <span className={styles.words}>{t(key)}</span>
                </StateWord>
              </li>
            ))
          : null}
        {own.slice(0, SHOWN).map(({ finding, changeId }) => (
          <li key={findingKey(finding)}>
            <Link
              to="."
              search={(before) => ({ ...before, change: changeId })}
              replace
              resetScroll={false}
              className={styles.finding}
              activeProps={{}}
            >
              <StateWord tone={finding.severity === "error" ? "failed" : "finding"}>
                <span className={styles.words}>{finding.message}</span>
              </StateWord>
            </Link>
          </li>
        ))}
        {own.length > SHOWN ? (
          <li className={styles.note}>{t("review.moreFindings", { count: own.length - SHOWN })}</li>
        ) : null}
        {elsewhere > 0 ? (
          <li className={styles.note}>{t("review.elsewhere", { count: elsewhere })}</li>
        ) : null}
      </ul>
    </section>
  );
}
