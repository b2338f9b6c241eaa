import { Link } from "@tanstack/react-router";
import { FileDiff, Inbox, type LucideIcon, OctagonPause, Plug, Stamp } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { InboxItemInfo } from "@/api/schema";
import { classes } from "@/lib/classes";
import { age } from "@/lib/format";
import { Icon } from "@/ui/icon";
import { StateWord } from "@/ui/state-word";
import { type groupItems, stateOf } from "../model";
import { useSentence } from "../sentence";
import styles from "./list.module.css";

const GLYPHS: Record<string, LucideIcon> = {
  approval: Stamp,
  proposal: FileDiff,
  budget: OctagonPause,
  mcp: Plug,
};

interface ListProps {
  groups: ReturnType<typeof groupItems>;
  selected: string | undefined;
}

/** The rows of the inbox by group; each is a link, so that it can be opened anywhere. */
export function InboxList({ groups, selected }: ListProps) {
  const { t } = useTranslation();
  return (
    <section className={styles.list} aria-label={t("inbox.list")}>
      {groups.map(([group, members]) => (
        <section key={group} className={styles.group}>
          <h2 className={styles.head}>
            {t(`inbox.${group}`)} <span className={styles.count}>{members.length}</span>
          </h2>
          <ul>
            {members.map((item) => (
              <li key={item.id}>
                <Row item={item} isSelected={item.id === selected} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </section>
  );
}

function Row({ item, isSelected }: { item: InboxItemInfo; isSelected: boolean }) {
  const { t, i18n } = useTranslation();
  const sentence = useSentence();
  const state = stateOf(item.state);
  return (
    <Link
      id={`inbox-${item.id}`}
      to="/inbox"
      search={(before) => ({ ...before, item: item.id })}
      className={classes(styles.row, !item.isWaiting && styles.decided)}
      aria-current={isSelected ? "true" : undefined}
    >
      <Icon of={GLYPHS[item.kind] ?? Inbox} tone="muted" />
      <span className={styles.sentence}>{sentence(item)}</span>
      {item.isHighRisk && item.isWaiting ? <StateWord tone="risk">{t("inbox.high")}</StateWord> : null}
      {state && !item.isWaiting ? <StateWord tone={state[0]}>{t(state[1])}</StateWord> : null}
      <span className={styles.age}>{age(item.decidedAt ?? item.createdAt, Date.now(), i18n.language)}</span>
    </Link>
  );
}
