import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { ArrowLeft, Plus } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { GroupInfo } from "@/api/schema";
import { classes } from "@/lib/classes";
import { useOpened } from "@/lib/opened";
import { useShownScreen } from "@/lib/screen";
import { Button } from "@/ui/button";
import { Empty } from "@/ui/empty";
import { Icon } from "@/ui/icon";
import { later } from "@/ui/later";
import { Page } from "@/ui/page";
import { row, Split } from "@/ui/split";
import { StateWord } from "@/ui/state-word";
import { Thread } from "./components/thread";
import styles from "./components/thread.module.css";
import { groupsQuery } from "./queries";

const route = getRouteApi("/app/groups");
const NewGroup = later(() => import("./components/new-group"));

/** Conversations of several people and agents, and at their side what was said in one. */
export function GroupsScreen() {
  const { t } = useTranslation();
  const groups = useQuery(groupsQuery).data;
  const { group: id } = route.useSearch();
  const [isMaking, setMaking] = useOpened();
  const chosen = groups?.find((group) => group.id === id) ?? null;
  const shown = chosen ?? groups?.[0] ?? null;
  useShownScreen("groups", chosen?.title ?? t("groups.title"));
  return (
    <Page
      title={t("groups.title")}
      scrolls={false}
      actions={
        <Button icon={Plus} onClick={() => setMaking(true)}>
          {t("groups.new")}
        </Button>
      }
    >
      {!groups ? null : shown ? (
        <Split
          hasDetail={chosen !== null}
          list={<List groups={groups} id={shown.id} />}
          detail={
            <>
              <Link to="/groups" className={row.back}>
                <Icon of={ArrowLeft} /> {t("groups.title")}
              </Link>
              <Thread key={shown.id} id={shown.id} />
            </>
          }
        />
      ) : (
        <Empty title={t("groups.emptyTitle")}>
          <p>{t("groups.emptyText")}</p>
        </Empty>
      )}
      {isMaking ? <NewGroup onClose={() => setMaking(false)} /> : null}
    </Page>
  );
}

function List({ groups, id }: { groups: GroupInfo[]; id: string }) {
  const { t } = useTranslation();
  return (
    <ul aria-label={t("groups.title")}>
      {groups.map((group) => (
        <li key={group.id}>
          <Link
            to="/groups"
            search={{ group: group.id }}
            className={row.link}
            aria-current={group.id === id ? "true" : undefined}
          >
            <span className={row.name}>{group.title}</span>
            {group.isUnread ? <StateWord tone="waiting">{t("groups.unread")}</StateWord> : null}
            <span className={classes(row.note, styles.members)}>
              {group.members.map(({ name }) => name).join(", ")}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
