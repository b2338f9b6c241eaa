import { useQuery } from "@tanstack/react-query";
import { Link, useLocation } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { inboxQuery } from "@/api/inbox";
import { statusQuery } from "@/api/session";
import { useSession } from "@/lib/session";
import { Icon } from "@/ui/icon";
import { Tooltip } from "@/ui/tooltip";
import type { ScreenEntry } from "../screens";
import styles from "./rail.module.css";

/** One screen in the rail, with how much waits or runs there. */
export function RailLink({ screen, isWide }: { screen: ScreenEntry; isWide: boolean }) {
  const { t } = useTranslation();
  const count = useCount(screen.id);
  const isPart = useIsPart(screen.id);
  const label = t(`frame.${screen.id}`);
  const link = (
    <Link
      to={screen.to}
      className={styles.link}
      aria-current={isPart ? "true" : undefined}
      activeProps={{ "aria-current": "page" }}
      {...(isWide ? {} : { "aria-label": count > 0 ? `${label} ${count}` : label })}
    >
      <Icon of={screen.icon} />
      <span className={styles.label}>{label}</span>
      {count > 0 ? <span className={styles.count}>{count}</span> : null}
    </Link>
  );
  if (isWide) return link;
  return (
    <Tooltip text={label} keys={screen.keys} side="right">
      {link}
    </Tooltip>
  );
}

/** Tell whether the address leads into a screen without being its own: what waits in the inbox is reviewed. */
export function useIsPart(id: ScreenEntry["id"]): boolean {
  const isReview = useLocation({ select: ({ pathname }) => pathname.startsWith("/review/") });
  return id === "inbox" && isReview;
}

/** Return the number beside a screen's name. */
export function useCount(id: ScreenEntry["id"]): number {
  const status = useQuery({ ...statusQuery, enabled: id === "runs" });
  const inbox = useQuery({ ...inboxQuery, enabled: id === "inbox" });
  const me = useSession().person.id;
  if (id === "runs") return status.data?.runsActive ?? 0;
  if (id !== "inbox") return 0;
  const mine = (inbox.data ?? []).filter((item) => item.forPersonId === null || item.forPersonId === me);
  return mine.filter((item) => item.isWaiting).length;
}
