import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "@/api/client";
import { useMay } from "@/api/may";
import type { EntityInfo, EntityTypeInfo } from "@/api/schema";
import { type Command, useCommands } from "@/lib/commands";
import { notify } from "@/lib/notices";
import { useAct } from "@/lib/use-act";
import { Button, buttonClass } from "@/ui/button";
import { Keys } from "@/ui/keys";
import { later } from "@/ui/later";
import { Menu, MenuItem } from "@/ui/menu";
import listStyles from "../list.module.css";
import { emptyFields } from "../model";
import { BRIEF_KINDS } from "./begin-brief";
import { Price } from "./price";

const Merge = later(() => import("./merge"));
const Relate = later(() => import("./relate"));

interface BulkProps {
  kind: EntityTypeInfo;
  chosen: EntityInfo[];
  onClear: () => void;
}

/** What can be done with the records that are chosen. */
export function Bulk({ kind, chosen, onClear }: BulkProps) {
  const { t } = useTranslation();
  const may = useMay();
  const [isRelating, setRelating] = useState(false);
  const [isMerging, setMerging] = useState(false);
  const [one, other] = chosen;
  const empty = chosen.reduce((sum, one) => sum + emptyFields(one, kind).length, 0);
  const acts = useBulkActs(kind, chosen, onClear);
  useCommands(
    useMemo<Command[]>(
      () => [
        {
          id: "records.clear",
          label: t("records.clear"),
          group: "do",
          keys: ["Escape"],
          keyOnly: true,
          run: onClear,
        },
      ],
      [t, onClear],
    ),
  );
  const ids = chosen.map(({ id }) => id);
  const place = `/api/entity-types/${kind.definition.slug}/export?format=csv&ids=${ids.join(",")}`;
  return (
    <div
      className={listStyles.bulk}
      role="toolbar"
      aria-label={t("records.selected", { count: chosen.length })}
    >
      <b>{t("records.selected", { count: chosen.length })}</b>
      {empty ? (
        may("responses.team.create") ? (
          <Button busy={acts.isBusy} onClick={() => acts.fill()}>
            {t("records.fill", { count: empty })} <Price of="fieldMicros" count={empty} />
          </Button>
        ) : (
          <span className={listStyles.quiet}>{t("records.emptyFields", { count: empty })}</span>
        )
      ) : null}
      {may("responses.team.create") ? (
        <Menu
          side="top"
          trigger={
            <Button disabled={acts.isBusy}>
              {t("records.startBrief")} <Price of="briefMicros" count={chosen.length} />
            </Button>
          }
        >
          {BRIEF_KINDS.map((one) => (
            <MenuItem key={one} onClick={() => acts.brief(one)}>
              {t(`records.kinds.${one}`)}
            </MenuItem>
          ))}
        </Menu>
      ) : null}
      {may("entities.team.update") ? (
        <Button look="quiet" onClick={() => setRelating(true)}>
          {t("records.relateThem")}
        </Button>
      ) : null}
      {chosen.length === 2 && may("entities.team.delete") ? (
        <Button look="quiet" onClick={() => setMerging(true)}>
          {t("records.mergeOpen")}
        </Button>
      ) : null}
      <a className={buttonClass("quiet")} href={place} download>
        {t("records.exportThem")}
      </a>
      <span className={listStyles.grow} />
      {may("entities.team.delete") ? (
        <Button look="quiet" disabled={acts.isBusy} onClick={() => acts.archive()}>
          {t("records.archive")}
        </Button>
      ) : null}
      <Button look="quiet" onClick={onClear}>
        {t("records.clear")} <Keys chord="Esc" />
      </Button>
      {isMerging && one && other ? (
        <Merge kind={kind} pair={[one, other]} onClose={() => setMerging(false)} onDone={onClear} />
      ) : null}
      {isRelating ? <Relate ids={ids} onClose={() => setRelating(false)} /> : null}
    </div>
  );
}

/** Return the acts; those that write can be taken back or stopped where they went. */
function useBulkActs(kind: EntityTypeInfo, chosen: EntityInfo[], onClear: () => void) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { isBusy, act } = useAct();
  const changed = () => client.invalidateQueries({ queryKey: ["entities"] });
  const each = async (run: (path: { entity_id: string }) => Promise<unknown>, entities = chosen) => {
    for (const { id } of entities) await run({ entity_id: id });
    await changed();
  };
  return {
    isBusy,
    fill: () =>
      act(async () => {
        const some = chosen.filter((one) => emptyFields(one, kind).length > 0);
        await each(
          (path) =>
            unwrap(api.POST("/api/entities/{entity_id}/fill", { params: { path }, body: { fields: [] } })),
          some,
        );
        notify({ tone: "done", text: t("records.fillBegun", { count: some.length }) });
      }),
    brief: (which: (typeof BRIEF_KINDS)[number]) =>
      act(async () => {
        await each((path) =>
          unwrap(api.POST("/api/entities/{entity_id}/briefs", { params: { path }, body: { kind: which } })),
        );
        notify({ tone: "done", text: t("records.briefsBegun", { count: chosen.length }) });
      }),
    archive: () =>
      act(async () => {
        await each((path) => unwrap(api.DELETE("/api/entities/{entity_id}", { params: { path } })));
        onClear();
        const back = () =>
          act(() =>
            each((path) => unwrap(api.POST("/api/entities/{entity_id}/restore", { params: { path } }))),
          );
        notify({
          tone: "done",
          text: t("records.archived", { count: chosen.length }),
          action: { label: t("records.bringBack"), run: () => void back() },
        });
      }),
  };
}
