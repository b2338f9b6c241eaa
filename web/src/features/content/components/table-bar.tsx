import { useQueryClient } from "@tanstack/react-query";
import { Check, Columns3, Plus } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { asApiError } from "@/api/errors";
import { keys } from "@/api/keys";
import type { ChangeAnswer } from "@/api/schema";
import { askAgent } from "@/lib/ask";
import { notify } from "@/lib/notices";
import { Button } from "@/ui/button";
import { ExportMenu } from "@/ui/export-menu";
import { FindBar, FindBox } from "@/ui/find-bar";
import { Icon } from "@/ui/icon";
import { IconButton } from "@/ui/icon-button";
import { Menu, MenuItem } from "@/ui/menu";
import { Pick } from "@/ui/pick";
import { deleteEntries, setStatus } from "../changes";
import { toggleColumn, useColumns } from "../columns";
import { localeName, useContent } from "../context";
import { NEW, useGo, usePlace } from "../place";
import { exportPath, type ListWish } from "../queries";
import { useTold } from "../use-told";
import styles from "./table-bar.module.css";

interface BarProps {
  /** What the table shows. */
  wish: ListWish;
  total: number;
  picked: readonly string[];
  onPicked: (picked: readonly string[]) => void;
}

/** Above the table: find, filter, choose columns, make a new entry; or what to do with the chosen ones. */
export function TableBar({ wish, total, picked, onPicked }: BarProps) {
  const { t } = useTranslation();
  const { can } = useContent();
  const { status, entry, missing } = usePlace();
  const go = useGo();
  if (picked.length > 0) return <ChosenBar picked={picked} onPicked={onPicked} />;
  return (
    <FindBar isFull>
      <Find />
      {entry ? null : (
        <Pick
          label={t("content.filterState")}
          value={status ?? ""}
          onChange={(next) => go({ status: next || undefined })}
          options={[
            { value: "", label: t("content.allStates") },
            { value: "draft", label: t("content.draft") },
            { value: "published", label: t("content.published") },
            { value: "archived", label: t("content.archived") },
          ]}
        />
      )}
      <span className={styles.total}>{t("content.total", { count: total })}</span>
      {missing && total > 0 && can.write ? <TranslateMissing locale={missing} count={total} /> : null}
      {entry ? null : <ColumnMenu />}
      {entry ? null : <ExportMenu isSmall pathOf={(format) => exportPath(wish, format)} />}
      {can.write ? (
        <IconButton
          icon={Plus}
          name={t("content.newEntry")}
          onClick={() => go({ entry: NEW, view: undefined }, true)}
        />
      ) : null}
    </FindBar>
  );
}

/** Ask the editor for all that a locale lacks of the model. */
function TranslateMissing({ locale, count }: { locale: string; count: number }) {
  const { t, i18n } = useTranslation();
  const { model, status } = useContent();
  const names = {
    count,
    model: model.name,
    locale: localeName(locale, i18n.language),
    source: localeName(status.defaultLocale, i18n.language),
  };
  return (
    <Button small onClick={() => askAgent({ agent: "editor", text: t("content.translateMissing", names) })}>
      {t("content.translate")}
    </Button>
  );
}

const WAIT_MS = 200;

function Find() {
  const { t } = useTranslation();
  const { model } = useContent();
  const { q } = usePlace();
  const go = useGo();
  const [text, setText] = useState(q ?? "");
  useEffect(() => {
    if (text === (q ?? "")) return undefined;
    const timer = setTimeout(() => go({ q: text || undefined }), WAIT_MS);
    return () => clearTimeout(timer);
  });
  return (
    <FindBox
      label={t("content.findIn", { model: model.name })}
      placeholder={t("content.find")}
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  );
}

function ColumnMenu() {
  const { t } = useTranslation();
  const { projectId, model } = useContent();
  const names = useColumns(projectId, model);
  const trigger = (
    <button
      type="button"
      className={styles.columns}
      aria-label={t("content.columns")}
      title={t("content.columns")}
    >
      <Icon of={Columns3} />
    </button>
  );
  return (
    <Menu trigger={trigger} align="end">
      {model.fields
        .filter((field) => field.name !== model.titleField)
        .map((field) => (
          <MenuItem
            key={field.name}
            detail={names.includes(field.name) ? <Icon of={Check} /> : null}
            onClick={() => toggleColumn(projectId, model, field.name)}
          >
            {field.label}
            {names.includes(field.name) ? <span className="hidden-text">{t("content.shown")}</span> : null}
          </MenuItem>
        ))}
    </Menu>
  );
}

function ChosenBar({ picked, onPicked }: Omit<BarProps, "total" | "wish">) {
  const { t } = useTranslation();
  const { projectId, model, locale } = useContent();
  const client = useQueryClient();
  const told = useTold();
  const [isBusy, setBusy] = useState(false);
  const act = async (work: () => Promise<ChangeAnswer[]>) => {
    setBusy(true);
    try {
      told(...(await work()));
      onPicked([]);
    } catch (thrown) {
      const { message, suggestion } = asApiError(thrown);
      notify({ tone: "failed", text: message, detail: suggestion });
    }
    await client.invalidateQueries({ queryKey: keys.content });
    await client.invalidateQueries({ queryKey: keys.inbox });
    setBusy(false);
  };
  const ids = [...picked];
  const to = (status: "published" | "draft") => () =>
    void act(() =>
      setStatus(projectId, model.id, { entryIds: ids, status, ...(model.i18n ? { locale } : {}) }),
    );
  return (
    <FindBar>
      <span className={styles.total}>{t("content.chosen", { count: picked.length })}</span>
      <Button small disabled={isBusy} onClick={to("published")}>
        {t("content.publish")}
      </Button>
      <Button small disabled={isBusy} onClick={to("draft")}>
        {t("content.unpublish")}
      </Button>
      <Button
        small
        disabled={isBusy}
        onClick={() => act(() => deleteEntries(projectId, model.id, ids, model.i18n ? locale : null))}
      >
        {t("content.delete")}
      </Button>
      <Button small look="quiet" onClick={() => onPicked([])}>
        {t("content.clear")}
      </Button>
    </FindBar>
  );
}
