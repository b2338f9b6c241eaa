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
import styles from "../screen.module.css";
import { PickRecord } from "./pick-record";

type Layer = "workspace" | "project" | "person";

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
      const params = { path: { layer }, query: { project: layer === "project" ? (project ?? null) : null } };
      const body = {
        markdown: text,
        references: references.map(({ entityId, label }) => ({ entityId, label })),
      };
      await unwrap(api.PUT("/api/context/{layer}", { params, body }));
      notify({ tone: "done", text: t("settings.contextSaved") });
      await client.invalidateQueries({ queryKey: keys.context });
    });
  };
  const drop = (id: string) => setReferences(references.filter(({ entityId }) => entityId !== id));
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
      <ul aria-label={t("settings.contextRecords")}>
        {references.map(({ entityId, label, title }) => (
          <li key={entityId} className={styles.reference}>
            {label || title || t("settings.contextGone")}
            {isLocked ? null : (
              <Button
                small
                look="quiet"
                onClick={() => drop(entityId)}
                aria-label={t("settings.contextDrop", { title: label || title })}
              >
                {t("settings.contextTakeAway")}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {isLocked ? null : (
        <>
          <PickRecord
            onPick={(entityId, title) =>
              setReferences([
                ...references.filter((one) => one.entityId !== entityId),
                { entityId, label: "", title },
              ])
            }
          />
          <Button type="submit" busy={isBusy}>
            {t("settings.contextSave")}
          </Button>
        </>
      )}
    </form>
  );
}
