import { Link } from "@tanstack/react-router";
import { Stamp } from "lucide-react";
import { useTranslation } from "react-i18next";
import { age } from "@/lib/format";
import { Icon } from "@/ui/icon";
import { StateWord } from "@/ui/state-word";
import { groupItems, type InboxItem } from "../model";
import styles from "./list.module.css";

/** The rows of the inbox by group; each is a link, so that it can be opened anywhere. */
export function InboxList({ items, selected }: { items: InboxItem[]; selected: string | undefined }) {
  const { t } = useTranslation();
  return (
    <section className={styles.list} aria-label={t("inbox.list")}>
      {groupItems(items).map(([group, members]) => (
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

function Row({ item, isSelected }: { item: InboxItem; isSelected: boolean }) {
  const { t, i18n } = useTranslation();
  return (
    <Link
      id={`inbox-${item.id}`}
      to="/inbox"
      search={(before) => ({ ...before, item: item.id })}
      className={styles.row}
      aria-current={isSelected ? "true" : undefined}
    >
      <Icon of={Stamp} tone="muted" />
      <span className={styles.sentence}>{t("inbox.runWaits", { agent: item.agent, title: item.title })}</span>
      {item.isHighRisk ? <StateWord tone="risk">{t("inbox.high")}</StateWord> : null}
      <span className={styles.age}>{age(item.at, Date.now(), i18n.language)}</span>
    </Link>
  );
}
