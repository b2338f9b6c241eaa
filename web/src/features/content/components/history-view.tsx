import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { CommitInfo } from "@/api/schema";
import { moment } from "@/lib/format";
import { spellField } from "@/lib/labels";
import { Button } from "@/ui/button";
import { useGo } from "../place";
import { changedAt, subjectOf } from "../provenance";
import { historyQuery } from "../queries";
import type { Editor } from "../use-editor";
import styles from "./history-view.module.css";

/** What happened to an entry: who changed it, for which run, who accepted it; and the way back to a version. */
export function HistoryView({ editor }: { editor: Editor }) {
  const { t } = useTranslation();
  const { data } = useQuery(historyQuery(editor.wish));
  if (data?.length === 0) return <p className={styles.muted}>{t("content.noHistory")}</p>;
  return (
    <ol className={styles.versions}>
      {(data ?? []).map((version, index) => (
        <Version
          key={version.sha}
          version={version}
          changed={changedAt(data ?? [], index)}
          isNewest={index === 0}
          editor={editor}
        />
      ))}
    </ol>
  );
}

interface VersionProps {
  version: CommitInfo;
  /** The fields it changed. */
  changed: string[];
  isNewest: boolean;
  editor: Editor;
}

function Version({ version, changed, isNewest, editor }: VersionProps) {
  const { t, i18n } = useTranslation();
  const go = useGo();
  const labelOf = (name: string) =>
    name === "body"
      ? t("content.body")
      : (editor.model.fields.find((field) => field.name === name)?.label ?? spellField(name));
  const restore = () => {
    const { slug: _, ...values } = version.value as Record<string, unknown>;
    editor.replace(values);
    go({ view: undefined });
  };
  const canRestore =
    editor.canWrite && !isNewest && typeof version.value === "object" && version.value !== null;
  return (
    <li className={styles.version}>
      <span className={styles.words}>
        <b>{subjectOf(version.subject)}</b>
        {changed.length > 0 ? <span>{changed.map(labelOf).join(", ")}</span> : null}
        <span className={styles.muted}>
          {version.agent
            ? t("content.byAgent", { agent: spellField(version.agent), author: version.author })
            : version.author}
          {version.approvedBy
            ? ` ${t("content.acceptedBy", { name: version.approvedBy.replace(/ <.*>$/, "") })}`
            : ""}
          {version.runId ? (
            <>
              {" "}
              <Link to="/runs/$runId" params={{ runId: version.runId }}>
                {t("content.openRun")}
              </Link>
            </>
          ) : null}
        </span>
      </span>
      <time className={styles.time} dateTime={version.at}>
        {moment(version.at, Date.now(), i18n.language)}
      </time>
      {canRestore ? (
        <Button small onClick={restore}>
          {t("content.restore")}
        </Button>
      ) : null}
    </li>
  );
}
