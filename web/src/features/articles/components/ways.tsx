import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useMay } from "@/api/may";
import type { ArticleSettingsInfo } from "@/api/schema";
import { useAct } from "@/lib/use-act";
import { Area } from "@/ui/area";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Pick } from "@/ui/pick";
import { avoidOf, avoidText } from "../model";
import { saveModels, saveStyle, settingsKey, settingsQuery, takePreset } from "../queries";
import styles from "./ways.module.css";

interface WaysProps {
  projectId: string | null;
  onClose: () => void;
}

const READER = "checkCitations";

/** How articles are written here: a model and what takes over for each step, and the project's own words. */
export function Ways({ projectId, onClose }: WaysProps) {
  const { t } = useTranslation();
  const found = useQuery(settingsQuery(projectId));
  return (
    <Dialog open onOpenChange={onClose} title={t("articles.ways")}>
      {found.data ? <Opened settings={found.data} projectId={projectId} /> : null}
    </Dialog>
  );
}

function Opened({ settings, projectId }: { settings: ArticleSettingsInfo; projectId: string | null }) {
  const { t } = useTranslation();
  const may = useMay(projectId);
  return (
    <div className={styles.ways}>
      <p className={styles.told}>{t("articles.waysText")}</p>
      {may("ai.providers.manage") ? <Models settings={settings} /> : null}
      {projectId && may("content.write") ? <Style settings={settings} projectId={projectId} /> : null}
    </div>
  );
}

function Models({ settings }: { settings: ArticleSettingsInfo }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { isBusy, act } = useAct();
  const after = (run: () => Promise<ArticleSettingsInfo>) =>
    void act(async () => {
      const told = await run();
      await client.invalidateQueries({ queryKey: settingsKey });
      setLacking(told.lacking);
    });
  const [lacking, setLacking] = useState<readonly string[]>([]);
  // Claims are read by rules anyway; the model that is built in can read nothing else.
  const nameOf = (step: string, value: string) =>
    step === READER && value === "offline" ? t("articles.rulesOnly") : value;
  const optionsOf = (step: string) => [
    { value: "", label: t(step === READER ? "articles.usualReader" : "articles.usual") },
    ...settings.choices.map((value) => ({ value, label: nameOf(step, value) })),
  ];
  const choose = (step: string, place: number, label: string) => {
    const labels = [...(settings.models[step] ?? [])];
    labels[place] = label;
    after(() => saveModels({ ...settings.models, [step]: labels.filter(Boolean) }));
  };
  return (
    <>
      {settings.steps.map((step) => (
        <div key={step} className={styles.step}>
          <Pick
            label={t(`articles.steps.${step as "write"}`)}
            value={settings.models[step]?.[0] ?? ""}
            onChange={(label) => choose(step, 0, label)}
            options={optionsOf(step)}
          />
          {settings.models[step]?.[0] ? (
            <Pick
              label={t("articles.fallback")}
              value={settings.models[step]?.[1] ?? ""}
              onChange={(label) => choose(step, 1, label)}
              options={optionsOf(step)}
            />
          ) : null}
        </div>
      ))}
      {lacking.length > 0 ? (
        <p className={styles.told}>
          {t("articles.lacking", {
            steps: lacking.map((step) => t(`articles.steps.${step as "write"}`)).join(", "),
          })}
        </p>
      ) : null}
      <Button busy={isBusy} onClick={() => after(() => takePreset("seed"))}>
        {t("articles.preset")}
      </Button>
    </>
  );
}

function Style({ settings, projectId }: { settings: ArticleSettingsInfo; projectId: string }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { isBusy, act } = useAct();
  const [text, setText] = useState(avoidText(settings.avoid));
  const save = () =>
    void act(async () => {
      await saveStyle(projectId, avoidOf(text));
      await client.invalidateQueries({ queryKey: settingsKey });
    });
  return (
    <>
      <Area
        label={t("articles.avoid")}
        hint={t("articles.avoidHint")}
        rows={5}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button busy={isBusy} disabled={text === avoidText(settings.avoid)} onClick={save}>
        {t("articles.save")}
      </Button>
    </>
  );
}
