import { Link } from "@tanstack/react-router";
import {
  Activity,
  FileDiff,
  Inbox,
  type LucideIcon,
  Mail,
  Newspaper,
  OctagonPause,
  Plug,
  SquareCheck,
  Stamp,
} from "lucide-react";
import { useTranslation } from "react-i18next";
import { useAgentName } from "@/api/agents";
import type { InboxItemInfo } from "@/api/schema";
import { classes } from "@/lib/classes";
import { age, money } from "@/lib/format";
import { spellName } from "@/lib/run/fold";
import { Icon } from "@/ui/icon";
import { StateWord } from "@/ui/state-word";
import { type Cluster, clusters, type groupItems, stateOf } from "../model";
import { useSentence } from "../sentence";
import styles from "./list.module.css";

const GLYPHS: Record<string, LucideIcon> = {
  approval: Stamp,
  proposal: FileDiff,
  budget: OctagonPause,
  mcp: Plug,
  submission: Mail,
  article: Newspaper,
  task: SquareCheck,
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
            {clusters(members).map((cluster) => (
              <li key={cluster.run?.id ?? cluster.items[0]?.id}>
                {cluster.run ? <RunHead run={cluster.run} count={cluster.items.length} /> : null}
                <Rows cluster={cluster} selected={selected} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </section>
  );
}

/** The run whose calls follow: what it was asked for, who works, and what it has cost so far. */
function RunHead({ run, count }: { run: NonNullable<Cluster["run"]>; count: number }) {
  const { t, i18n } = useTranslation();
  const name = useAgentName();
  return (
    <h3 className={styles.run}>
      <Icon of={Activity} tone="muted" />
      <Link to="/runs/$runId" params={{ runId: run.id }} className={styles.asked}>
        {run.title || t("inbox.openRun")}
      </Link>
      <span className={styles.facts}>{t("inbox.runCalls", { agent: name(run.agent), count })}</span>
      <span className={styles.cost}>{money(run.costMicros, i18n.language)}</span>
    </h3>
  );
}

function Rows({ cluster, selected }: { cluster: Cluster; selected: string | undefined }) {
  const rows = cluster.items.map((item) => (
    <Row key={item.id} item={item} isSelected={item.id === selected} run={cluster.run} />
  ));
  if (!cluster.run) return rows;
  return (
    <ul>
      {rows.map((row) => (
        <li key={row.key}>{row}</li>
      ))}
    </ul>
  );
}

interface RowProps {
  item: InboxItemInfo;
  isSelected: boolean;
  /** The run it stands under, whose head has said already who works. */
  run: Cluster["run"];
}

function Row({ item, isSelected, run }: RowProps) {
  const { t, i18n } = useTranslation();
  const sentence = useSentence();
  const state = stateOf(item.state);
  return (
    <Link
      id={`inbox-${item.id}`}
      to="/inbox"
      search={(before) => ({ ...before, item: item.id })}
      className={classes(styles.row, !item.isWaiting && styles.decided, run && styles.inRun)}
      aria-current={isSelected ? "true" : undefined}
    >
      <Icon of={GLYPHS[item.kind] ?? Inbox} tone="muted" />
      <span className={styles.sentence}>
        {run?.agent === item.askedBy ? spellName(item.about) : sentence(item)}
        {/* In a run, several rows say the same: what each would be called with tells them apart. */}
        {run ? <code className={styles.detail}>{item.detail}</code> : null}
      </span>
      {item.isHighRisk && item.isWaiting ? <StateWord tone="risk">{t("inbox.high")}</StateWord> : null}
      {state && !item.isWaiting ? <StateWord tone={state[0]}>{t(state[1])}</StateWord> : null}
      <span className={styles.age}>{age(item.decidedAt ?? item.createdAt, Date.now(), i18n.language)}</span>
    </Link>
  );
}
