import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { ShieldCheck } from "lucide-react";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "@/api/client";
import { asApiError } from "@/api/errors";
import { keys } from "@/api/keys";
import { peopleQuery } from "@/api/people";
import type { AuditInfo } from "@/api/schema";
import { moment } from "@/lib/format";
import { spellName } from "@/lib/run/fold";
import { Button } from "@/ui/button";
import { ExportMenu } from "@/ui/export-menu";
import { Notice } from "@/ui/notice";
import { Pick } from "@/ui/pick";
import { cell, tableClass } from "@/ui/table";
import { auditExportPath, auditQuery } from "../queries";
import styles from "./admin.module.css";

const route = getRouteApi("/app/settings");

const KINDS = {
  "": "admin.allActions",
  "person.": "admin.actPeople",
  "invite.": "admin.actInvites",
  "key.": "admin.actKeys",
  "connection.": "admin.actConnections",
  "project.": "admin.actProjects",
  "proposal.": "admin.actProposals",
  "agent.": "admin.actAgents",
  "entity.": "admin.actRecords",
  "ai.chat.": "admin.actRuns",
  "studio.": "admin.actStudio",
} as const;

/** Who did what to what, newest first; the filter stands in the address. */
export function Audit() {
  const { t } = useTranslation();
  const { action, person } = route.useSearch();
  const log = useInfiniteQuery(auditQuery({ action, person }));
  const entries = log.data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <div className={styles.part}>
      <div className={styles.filters}>
        <Filters />
        <ExportMenu pathOf={(format) => auditExportPath({ action, person }, format)} />
        <Verify />
      </div>
      {log.error ? (
        <Notice tone="danger" title={t("admin.auditFailed")}>
          <p>{asApiError(log.error).message}</p>
        </Notice>
      ) : entries.length === 0 && !log.isPending ? (
        <p className={styles.note}>{t("admin.auditEmpty")}</p>
      ) : (
        <AuditTable entries={entries} />
      )}
      {log.hasNextPage ? (
        <div>
          <Button busy={log.isFetchingNextPage} onClick={() => log.fetchNextPage()}>
            {t("admin.older")}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

function Filters() {
  const { t } = useTranslation();
  const { action, person } = route.useSearch();
  const navigate = route.useNavigate();
  const people = useQuery(peopleQuery).data ?? [];
  return (
    <>
      <Pick
        label={t("admin.filterActions")}
        value={action ?? ""}
        options={Object.entries(KINDS).map(([value, word]) => ({ value, label: t(word) }))}
        onChange={(next) =>
          void navigate({ search: (before) => ({ ...before, action: next || undefined }), replace: true })
        }
      />
      <Pick
        label={t("admin.filterPerson")}
        value={person ?? ""}
        options={[
          { value: "", label: t("admin.everybody") },
          ...people.map((member) => ({ value: member.person.id, label: member.person.name })),
        ]}
        onChange={(next) =>
          void navigate({ search: (before) => ({ ...before, person: next || undefined }), replace: true })
        }
      />
    </>
  );
}

/** Check the log against its seals and say what was found. */
function Verify() {
  const { t } = useTranslation();
  const check = useQuery({
    queryKey: [...keys.audit({}), "verify"],
    queryFn: () => unwrap(api.GET("/api/audit/verify")),
    enabled: false,
    gcTime: 0,
  });
  const found = check.data;
  return (
    <>
      <Button icon={ShieldCheck} busy={check.isFetching} onClick={() => check.refetch()}>
        {t("admin.verify")}
      </Button>
      {found ? (
        <div className={styles.verdict}>
          <Notice
            tone={found.isWhole ? "plain" : "danger"}
            title={t(found.isWhole ? "admin.logWhole" : "admin.logBroken")}
            alert
          >
            {found.isWhole ? (
              <p>{t("admin.logSealed", { count: found.entries, unsealed: found.unsealed })}</p>
            ) : (
              found.breaks.slice(0, 5).map((each) => <p key={each.message}>{each.message}</p>)
            )}
          </Notice>
        </div>
      ) : null}
    </>
  );
}

function AuditTable({ entries }: { entries: AuditInfo[] }) {
  const { t, i18n } = useTranslation();
  const now = Date.now();
  // What a room did in its own words, where there is no word of ours: its name, spelt out.
  const didOf = (action: string) => {
    const verb = action.split(".").at(-1) ?? action;
    return t(`admin.did_${verb as "create"}`, { defaultValue: spellName(verb) });
  };
  const kindOf = (kind: string) => t(`admin.kind_${kind as "run"}`, { defaultValue: kind });
  return (
    <div className={styles.scroll}>
      <table className={tableClass}>
        <caption className="hidden-text">{t("settings.audit")}</caption>
        <thead>
          <tr>
            <th scope="col">{t("admin.when")}</th>
            <th scope="col">{t("admin.who")}</th>
            <th scope="col">{t("admin.did")}</th>
            <th scope="col">{t("admin.toWhat")}</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.id}>
              <td className={cell.muted}>{moment(entry.at, now, i18n.language)}</td>
              <td>{entry.actorName}</td>
              <td title={entry.action}>{didOf(entry.action)}</td>
              <td className={cell.fill}>
                {entry.targetName || entry.targetId}{" "}
                <span className={styles.muted}>{kindOf(entry.targetKind)}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
