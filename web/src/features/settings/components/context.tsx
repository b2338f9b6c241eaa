import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "@/api/client";
import { keys } from "@/api/keys";
import { useMay } from "@/api/may";
import type { ContextInfo, ReferenceInfo } from "@/api/schema";
import { count } from "@/lib/format";
import { notify } from "@/lib/notices";
import { useProject } from "@/lib/session";
import { useAct } from "@/lib/use-act";
import { Area } from "@/ui/area";
import { Button } from "@/ui/button";
import { type Reference, ReferencePicker } from "@/ui/reference-picker";
import styles from "../screen.module.css";

type Layer = "workspace" | "project" | "person";

/** What a layer can refer to. */
const ROOMS = ["content", "site", "articles", "entities"];

/** What all agents are told about the work: for everybody, for the project, and for oneself. */
export function Context() {
  const { t } = useTranslation();
  const project = useProject()?.id;
  const { data } = useQuery({
    queryKey: [...keys.context, project],
    queryFn: () => unwrap(api.GET("/api/context", { params: { query: { project: project ?? null } } })),
  });
  const canWrite = useMay()("settings.team.update");
  if (!data) return null;
  const layers: Layer[] = project ? ["workspace", "project", "person"] : ["workspace", "person"];
  return (
    <>
      <p className={styles.note}>{t("settings.contextText")}</p>
      {layers.map((layer) => (
        <OneLayer
          key={`${layer} ${data[layer]} ${data.references[layer].length}`}
          layer={layer}
          context={data}
          project={project}
          isLocked={layer !== "person" && !canWrite}
        />
      ))}
    </>
  );
}

interface LayerProps {
  layer: Layer;
  context: ContextInfo;
  project: string | undefined;
  isLocked: boolean;
}

function OneLayer({ layer, context, project, isLocked }: LayerProps) {
  const { t, i18n } = useTranslation();
  const client = useQueryClient();
  const { isBusy, act } = useAct();
  const [text, setText] = useState(context[layer]);
  const [references, setReferences] = useState<ReferenceInfo[]>(context.references[layer]);
  const left = context.mostCharacters - text.length;
  const save = (event: FormEvent) => {
    event.preventDefault();
    void act(async () => {
      const params = { path: { layer }, query: { project: project ?? null } };
      const body = {
        markdown: text,
        references: references.map(({ room, kind, id, label, title }) => ({ room, kind, id, label, title })),
      };
      await unwrap(api.PUT("/api/context/{layer}", { params, body }));
      notify({ tone: "done", text: t("settings.contextSaved") });
      await client.invalidateQueries({ queryKey: keys.context });
    });
  };
  const shown = references.map(({ room, kind, id, label, title }) => ({
    room,
    kind,
    id,
    title: label || title || t("settings.contextGone"),
  }));
  const change = (next: Reference[]) => setReferences(next.map((one) => known(one, references)));
  return (
    <form onSubmit={save} className={styles.layer} aria-label={t(`settings.contextLayers.${layer}`)}>
      <Area
        label={t(`settings.contextLayers.${layer}`)}
        hint={t("settings.contextLeft", { count: left, shown: count(left, i18n.language) })}
        value={text}
        rows={6}
        maxLength={context.mostCharacters}
        readOnly={isLocked}
        onChange={(event) => setText(event.target.value)}
      />
      {isLocked ? (
        <ul aria-label={t("settings.contextRecords")}>
          {shown.map(({ room, kind, id, title }) => (
            <li key={`${room} ${kind} ${id}`} className={styles.reference}>
              {title}
            </li>
          ))}
        </ul>
      ) : (
        <>
          <ReferencePicker
            label={t("settings.contextRecords")}
            hint={t("settings.contextHint")}
            rooms={ROOMS}
            value={shown}
            onChange={change}
          />
          <Button type="submit" busy={isBusy}>
            {t("settings.contextSave")}
          </Button>
        </>
      )}
    </form>
  );
}

/** Return a chosen thing with what is known of it already. */
function known(one: Reference, before: ReferenceInfo[]): ReferenceInfo {
  const same = before.find(({ room, kind, id }) => room === one.room && kind === one.kind && id === one.id);
  const { room, kind, id, title } = one;
  return same ?? { entityId: null, room, kind, id, title, label: "", href: "" };
}
