import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "@/api/client";
import type { EntityTypeInfo, ImportInfo } from "@/api/schema";
import { notify } from "@/lib/notices";
import { useAct } from "@/lib/use-act";
import { Button } from "@/ui/button";
import { Check } from "@/ui/check";
import { Dialog } from "@/ui/dialog";
import { PickField } from "@/ui/pick";
import styles from "../dialogs.module.css";
import { decodeSheet } from "../model";

const LEFT_OUT = "";

interface Sheet {
  name: string;
  text: string;
}

/** Bring a sheet in: it is tried first, columns are given fields, and then all rows are written, or none. */
export default function ImportSheet({ kind, onClose }: { kind: EntityTypeInfo; onClose: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { isBusy, act } = useAct();
  const [sheet, setSheet] = useState<Sheet | null>(null);
  const [tried, setTried] = useState<ImportInfo | null>(null);
  const [mapping, setMapping] = useState<Record<string, string>>({});
  const [isOurs, setOurs] = useState(false);
  const send = (given: Sheet, dryRun: boolean, chosen: Record<string, string> | null) =>
    unwrap(
      api.POST("/api/entity-types/{slug}/import", {
        params: { path: { slug: kind.definition.slug } },
        body: {
          text: given.text,
          format: given.name.toLowerCase().endsWith(".json") ? "json" : "csv",
          mapping: chosen,
          dryRun,
          updates: true,
          isOurs,
        },
      }),
    );
  const tryIt = (given: Sheet, chosen: Record<string, string> | null) =>
    act(async () => {
      const report = await send(given, true, chosen);
      setSheet(given);
      setTried(report);
      setMapping(chosen ?? report.mapping);
    });
  const choose = async (file: File | undefined) => {
    if (file) await tryIt({ name: file.name, text: decodeSheet(await file.arrayBuffer()) }, null);
  };
  const write = (given: Sheet) =>
    act(async () => {
      const done = await send(given, false, mapping);
      if (done.isDryRun) {
        setTried(done);
        return;
      }
      await client.invalidateQueries({ queryKey: ["entities"] });
      notify({ tone: "done", text: t("records.imported", { created: done.created, updated: done.updated }) });
      onClose();
    });
  return (
    <Dialog open onOpenChange={onClose} title={t("records.importTitle", { type: kind.definition.name })} wide>
      <div className={styles.adjust}>
        <label className={styles.file}>
          <span>{sheet?.name ?? t("records.chooseSheet")}</span>
          <input
            type="file"
            accept=".csv,.tsv,.json,text/csv,application/json"
            onChange={(event) => void choose(event.target.files?.[0])}
          />
        </label>
        {sheet && tried ? (
          <>
            <Mapping kind={kind} mapping={mapping} onChange={(next) => void tryIt(sheet, next)} />
            <Tried report={tried} />
            <Check checked={isOurs} onChange={({ target }) => setOurs(target.checked)}>
              {t("records.importOurs")}
            </Check>
            <Button
              look="primary"
              busy={isBusy}
              disabled={tried.problems.length > 0}
              onClick={() => write(sheet)}
            >
              {t("records.importDo")}
            </Button>
          </>
        ) : null}
      </div>
    </Dialog>
  );
}

interface MappingProps {
  kind: EntityTypeInfo;
  mapping: Record<string, string>;
  onChange: (mapping: Record<string, string>) => void;
}

function Mapping({ kind, mapping, onChange }: MappingProps) {
  const { t } = useTranslation();
  const fields = (kind.definition.fields ?? []).map(({ key, label }) => ({
    value: key,
    label: label || key,
  }));
  return (
    <fieldset className={styles.group}>
      <legend>{t("records.mapping")}</legend>
      {Object.entries(mapping).map(([column, field]) => (
        <PickField
          key={column}
          label={column}
          value={field}
          options={[
            { value: LEFT_OUT, label: t("records.leftOut") },
            { value: "title", label: t("records.name") },
            ...fields,
            ...(field.startsWith("relation:") ? [{ value: field, label: field.slice(9) }] : []),
          ]}
          onChange={(next) => onChange({ ...mapping, [column]: next })}
        />
      ))}
    </fieldset>
  );
}

function Tried({ report }: { report: ImportInfo }) {
  const { t } = useTranslation();
  const { created, updated, unchanged, problems } = report;
  return (
    <div role="status">
      <p>{t("records.wouldDo", { created, updated, unchanged })}</p>
      {problems.length > 0 ? (
        <ul className={styles.problems}>
          {problems.slice(0, 10).map(({ row, title, problem }) => (
            <li key={row}>{t("records.problem", { row, title, problem })}</li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
