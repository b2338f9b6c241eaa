import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { asApiError } from "@/api/errors";
import { inboxQuery } from "@/api/inbox";
import { sessionQuery } from "@/api/session";
import { classes } from "@/lib/classes";
import { type Command, useCommands } from "@/lib/commands";
import { useShownScreen } from "@/lib/screen";
import { buttonClass } from "@/ui/button";
import { Empty } from "@/ui/empty";
import { Keys } from "@/ui/keys";
import { Notice } from "@/ui/notice";
import { Page } from "@/ui/page";
import { SkeletonRows, useSlow } from "@/ui/skeleton";
import { InboxDetail } from "./components/detail";
import { InboxList } from "./components/list";
import { Month } from "./components/month";
import { countWaiting, groupItems, neighbour } from "./model";
import styles from "./screen.module.css";

const route = getRouteApi("/app/inbox");

/** Everything that waits for a person: the list, and at its side exactly what one item is about. */
export function InboxScreen() {
  const { t } = useTranslation();
  const inbox = useQuery(inboxQuery);
  const personId = useQuery(sessionQuery).data?.person.id ?? "";
  const { item: selected } = route.useSearch();
  const isSlow = useSlow(inbox.isPending);
  useShownScreen("inbox", t("frame.inbox"), selected ? { item: selected } : undefined);
  const items = inbox.data ?? [];
  const groups = useMemo(() => groupItems(inbox.data ?? [], personId), [inbox.data, personId]);
  const shown = useShown(groups, selected);
  useMoves(groups, shown);
  const chosen = items.find((item) => item.id === shown) ?? null;
  return (
    <Page
      title={t("frame.inbox")}
      note={inbox.isPending ? null : t("inbox.waiting", { count: countWaiting(items, personId) })}
      scrolls={false}
      actions={
        <>
          <Link to="/groups" className={buttonClass("quiet")}>
            {t("inbox.conversations")}
          </Link>
          <Month />
          {items.length > 1 ? <MoveHint /> : null}
        </>
      }
    >
      {inbox.error ? (
        <div className={styles.state}>
          <Notice tone="danger" title={t("inbox.loadFailed")}>
            <p>{asApiError(inbox.error).message}</p>
          </Notice>
        </div>
      ) : inbox.isPending ? (
        isSlow && <SkeletonRows rows={6} label={t("frame.loading")} />
      ) : items.length === 0 ? (
        <Empty title={t("inbox.emptyTitle")} command={t("inbox.emptyCommand")}>
          <p>{t("inbox.emptyText")}</p>
        </Empty>
      ) : (
        <div className={classes(styles.panes, selected && chosen && styles.hasDetail)}>
          <InboxList groups={groups} selected={shown} />
          <InboxDetail item={chosen} key={chosen?.id ?? ""} />
        </div>
      )}
    </Page>
  );
}

function MoveHint() {
  const { t } = useTranslation();
  return (
    <span className={styles.hint}>
      <Keys chord="j k" /> {t("inbox.move")}
    </span>
  );
}

/**
 * Return the item to show: the one of the address, else the first that waited when the list came, so that there
 * is something beside it. That one stays when it is decided, and the address is left alone: a person may be on
 * their way elsewhere.
 */
function useShown(groups: ReturnType<typeof groupItems>, selected: string | undefined): string | undefined {
  const [first, setFirst] = useState<string>();
  const waiting = groups.find(([group]) => group === "forYou")?.[1][0]?.id;
  if (!first && waiting) setFirst(waiting);
  return selected ?? first;
}

function useMoves(groups: ReturnType<typeof groupItems>, selected: string | undefined): void {
  const { t } = useTranslation();
  const navigate = route.useNavigate();
  const commands = useMemo<Command[]>(() => {
    const go = (by: 1 | -1) => () => {
      const item = neighbour(groups, selected, by);
      void navigate({ search: (before) => ({ ...before, item }), replace: true });
      if (item) document.getElementById(`inbox-${item}`)?.focus();
    };
    return [
      { id: "inbox.next", label: t("inbox.next"), group: "do", keys: ["j"], keyOnly: true, run: go(1) },
      {
        id: "inbox.previous",
        label: t("inbox.previous"),
        group: "do",
        keys: ["k"],
        keyOnly: true,
        run: go(-1),
      },
    ];
  }, [t, groups, selected, navigate]);
  useCommands(commands);
}
