import { Check, CircleAlert, CircleQuestionMark, CircleX } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ArticleDetail } from "@/api/schema";
import { classes } from "@/lib/classes";
import { Button } from "@/ui/button";
import { Icon } from "@/ui/icon";
import { disputedIn, type Held, heldClaims, isOpen } from "../claims";
import type { Finding, Report } from "../model";
import { FindingDetail, FoundBy, TakeOut } from "./beside";
import styles from "./check.module.css";
import { Cite } from "./cite";
import { Dismiss } from "./dismiss";

interface ClaimsProps {
  article: ArticleDetail;
  report: Report;
  /** The finding whose evidence is shown. */
  shown: Finding | null;
  /** What that evidence is, where it stands below its finding. */
  evidence: ReactNode;
  onShow: (finding: Finding | null) => void;
  onPick: (source: number) => void;
}

const SHOWN = 3;

/** Every claim with how it stands: what does not hold first, then what is open, then what holds and by what. */
export function Claims({ article, report, shown, evidence, onShow, onPick }: ClaimsProps) {
  const { t } = useTranslation();
  const [isWhole, setWhole] = useState(false);
  const [isOpened, setOpened] = useState(false);
  const held = heldClaims(report);
  const open = report.findings.filter(isOpen);
  const certain = report.findings.filter((one) => !isOpen(one));
  certain.sort((one, other) => Number(other.blocking) - Number(one.blocking));
  const more = held.length - SHOWN;
  const found = (one: Finding) => (
    <Found
      key={`${one.start}${one.kind}`}
      finding={one}
      refs={report.citations.filter((each) => each.at === one.start).map((each) => each.ref)}
      isShown={shown?.start === one.start && shown.kind === one.kind}
      {...{ article, evidence, onShow, onPick }}
    />
  );
  return (
    <ul className={styles.list}>
      {certain.map(found)}
      {open.length > 0 ? (
        <li className={styles.row}>
          <Button small look="quiet" aria-expanded={isOpened} onClick={() => setOpened(!isOpened)}>
            {t("articles.open", { count: open.length })}
          </Button>
        </li>
      ) : null}
      {isOpened ? open.map(found) : null}
      {held.slice(0, isWhole ? undefined : SHOWN).map((one) => (
        <Holds key={one.at} claim={one} onPick={onPick} />
      ))}
      {more > 0 && !isWhole ? (
        <li className={styles.row}>
          <Button small look="quiet" onClick={() => setWhole(true)}>
            {t("articles.moreHold", { count: more })}
          </Button>
        </li>
      ) : null}
    </ul>
  );
}

interface FoundProps {
  finding: Finding;
  /** The sources its sentence names. */
  refs: number[];
  article: ArticleDetail;
  isShown: boolean;
  evidence: ReactNode;
  onShow: (finding: Finding | null) => void;
  onPick: (source: number) => void;
}

function Found({ finding, refs, article, isShown, evidence, onShow, onPick }: FoundProps) {
  const { t } = useTranslation();
  return (
    <li
      className={classes(
        styles.row,
        finding.blocking ? styles.fails : isOpen(finding) ? styles.open : styles.thin,
        isShown && styles.shown,
      )}
    >
      <Icon
        of={finding.blocking ? CircleX : isOpen(finding) ? CircleQuestionMark : CircleAlert}
        size="small"
      />
      <div>
        <p className={styles.sentence}>
          {disputedIn(finding).map(({ text, isDisputed }, at) =>
            isDisputed ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one sentence keep their order
              <mark key={at} className={styles.disputed}>
                {text}
              </mark>
            ) : (
              text
            ),
          )}
          {refs.map((ref) => (
            <Cite key={ref} number={ref} onPick={onPick} />
          ))}
        </p>
        <p className={styles.tools}>
          <Button small aria-pressed={isShown} onClick={() => onShow(isShown ? null : finding)}>
            {t("articles.evidence")}
          </Button>
          {article.runId ? null : (
            <>
              <TakeOut finding={finding} article={article} />
              <Dismiss finding={finding} article={article} />
            </>
          )}
          <a className={styles.why} href={finding.section ? `#part-${finding.section}` : "#stage-draft"}>
            {finding.section || t("articles.stages.draft")}
          </a>
        </p>
      </div>
      <div className={styles.reason}>
        <b>{t(`articles.findings.${finding.kind as "number"}`)}</b> <FindingDetail finding={finding} />
        <FoundBy finding={finding} />
        {finding.dismissed?.by ? <span>{t("articles.dismissed", finding.dismissed)}</span> : null}
      </div>
      {isShown && evidence ? <div className={styles.evidence}>{evidence}</div> : null}
    </li>
  );
}

function Holds({ claim, onPick }: { claim: Held; onPick: (source: number) => void }) {
  const { t } = useTranslation();
  return (
    <li className={styles.row}>
      <Icon of={Check} size="small" />
      <p className={styles.sentence}>
        {claim.sentence}
        {claim.refs.map((ref) => (
          <Cite key={ref} number={ref} onPick={onPick} />
        ))}
      </p>
      <span className={styles.reason}>{t(`articles.held.${claim.how}`)}</span>
    </li>
  );
}
