import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { asApiError } from "@/api/errors";
import { useMay } from "@/api/may";
import type { SessionProject } from "@/api/schema";
import { classes } from "@/lib/classes";
import { makeProject } from "@/lib/making";
import { useShownScreen } from "@/lib/screen";
import { Button } from "@/ui/button";
import { Empty } from "@/ui/empty";
import { Notice } from "@/ui/notice";
import { Page } from "@/ui/page";
import { SkeletonRows, useSlow } from "@/ui/skeleton";
import { BranchesView } from "./components/branches-view";
import { EntryEditor } from "./components/editor";
import { EntryActions } from "./components/entry-actions";
import { EntryTable } from "./components/entry-table";
import { FindingsView } from "./components/findings-view";
import { GlossaryView } from "./components/glossary-view";
import { ModelEditor } from "./components/model-editor";
import { ModelList } from "./components/model-list";
import { NoModels } from "./components/no-models";
import { BranchChip, Crumbs } from "./components/page-head";
import { ScheduleView } from "./components/schedule-view";
import { SubmissionsView } from "./components/submissions-view";
import { WeakView } from "./components/weak-view";
import { WordsNotice } from "./components/words-notice";
import { type Content, ContentContext, useContent } from "./context";
import { readModel, titleOf } from "./model";
import { NEW, type Part, useGo, usePlace } from "./place";
import { entryQuery, modelsQuery, statusQuery } from "./queries";
import styles from "./screen.module.css";
import { isWhole } from "./use-editor";

/** The content of a project: models and locales, entries, and one entry to edit. */
export function ContentScreen({ project }: { project: SessionProject | null }) {
  const { t } = useTranslation();
  if (!project) {
    return (
      <Page title={t("frame.content")}>
        <Empty
          title={t("content.noProject")}
          command={t("content.noProjectCommand")}
          actions={<MakeProject />}
        >
          <p>{t("content.noProjectText")}</p>
        </Empty>
      </Page>
    );
  }
  return <ProjectContent key={project.id} project={project} />;
}

function MakeProject() {
  const { t } = useTranslation();
  const canMake = useMay()("projects.team.create");
  return canMake ? <Button onClick={() => makeProject()}>{t("frame.newProject")}</Button> : null;
}

function ProjectContent({ project }: { project: SessionProject }) {
  const { t, i18n } = useTranslation();
  const { ref } = usePlace();
  const go = useGo();
  const status = useQuery(statusQuery(project.id));
  const models = useQuery(modelsQuery(project.id, i18n.language, ref ?? null));
  const content = useContentOf(project, status.data, models.data);
  const isSlow = useSlow(status.isPending || models.isPending);
  const error = status.error ?? models.error;
  if (content) {
    return (
      <ContentContext value={content}>
        <ContentPage />
      </ContentContext>
    );
  }
  return (
    <Page title={t("frame.content")}>
      {error ? (
        <div className={styles.state}>
          <Notice
            tone="danger"
            title={t("content.loadFailed")}
            actions={
              ref ? (
                <Button small onClick={() => go({ ref: undefined })}>
                  {t("content.asItStands")}
                </Button>
              ) : null
            }
          >
            <p>{asApiError(error).message}</p>
          </Notice>
        </div>
      ) : status.data && models.data ? (
        <NoModels projectId={project.id} status={status.data} />
      ) : (
        isSlow && <SkeletonRows rows={8} label={t("frame.loading")} />
      )}
    </Page>
  );
}

/** What stands for the model at hand as long as the first one is being made. */
const NO_MODEL = readModel({ id: "", kind: "collection" }, "en");

function useContentOf(
  { id: projectId, slug }: SessionProject,
  status: Content["status"] | undefined,
  models: Content["models"] | undefined,
): Content | null {
  const place = usePlace();
  const may = useMay(projectId);
  return useMemo(() => {
    const first = place.model === NEW && place.part === "model" ? NO_MODEL : undefined;
    const model = models?.find(({ id }) => id === place.model) ?? models?.[0] ?? first;
    if (!status || !models || !model) return null;
    const locales = model.i18n ? status.locales : [status.defaultLocale];
    const locale = locales.find((known) => known === place.locale) ?? status.defaultLocale;
    const ref = place.ref ?? null;
    const can = {
      write: ref === null && may("content.write"),
      shape: ref === null && may("content.model"),
      review: may("content.review"),
    };
    return { projectId, slug, status, models, model, locale, locales, ref, can };
  }, [projectId, slug, status, models, place.model, place.part, place.locale, place.ref, may]);
}

function ContentPage() {
  const { t } = useTranslation();
  const { model, locale } = useContent();
  const { model: chosen, entry, part, beside } = usePlace();
  const title = useTitle();
  const isOne = entry !== undefined || isWhole(model);
  const hasTable = !part && !isWhole(model) && !(beside && isOne);
  const hasEditor = !part && isOne;
  useShownScreen("content", title, useSelection());
  return (
    <Page
      title={title}
      scrolls={false}
      crumbs={<Crumbs />}
      note={<BranchChip />}
      actions={hasEditor && entry && entry !== NEW && !isWhole(model) ? <EntryActions entry={entry} /> : null}
    >
      <div className={styles.region}>
        <WordsNotice />
        <div
          className={classes(
            styles.panes,
            hasEditor && hasTable && styles.withTable,
            (hasEditor || part || chosen) && styles.inside,
          )}
        >
          <ModelList />
          {hasTable ? <EntryTable key={model.id} isWide={!hasEditor} /> : null}
          {hasEditor ? <EntryEditor key={`${model.id} ${locale} ${entry ?? ""}`} /> : null}
          {part ? <PartView part={part} /> : null}
        </div>
      </div>
      <span className="hidden-text">{t("content.keysHint")}</span>
    </Page>
  );
}

/** Return what is open here, for the agent: parts that belong to no model name none. */
function useSelection(): Record<string, string> {
  const { model, locale, ref } = useContent();
  const { entry, part } = usePlace();
  const branch = ref ? { branch: ref } : {};
  if (part && part !== "model") return { part, locale, ...branch };
  return { model: model.id, locale, ...branch, ...(entry && entry !== NEW ? { entry } : {}) };
}

function PartView({ part }: { part: Part }) {
  const { model } = usePlace();
  switch (part) {
    case "findings":
      return <FindingsView />;
    case "weak":
      return <WeakView />;
    case "model":
      return <ModelEditor key={model} />;
    case "glossary":
      return <GlossaryView />;
    case "branches":
      return <BranchesView />;
    case "schedule":
      return <ScheduleView />;
    case "submissions":
      return <SubmissionsView />;
  }
}

function useTitle(): string {
  const { t } = useTranslation();
  const { projectId, model, locale, ref } = useContent();
  const { entry, part, model: named } = usePlace();
  const wish = { projectId, model: model.id, kind: model.kind, entry: entry ?? null, locale, ref };
  const isOne = entry !== undefined && entry !== NEW && !isWhole(model) && !part;
  const { data } = useQuery({ ...entryQuery(wish), enabled: isOne });
  if (part === "model")
    return named === NEW ? t("content.newModel") : t("content.modelOf", { name: model.name });
  if (part) return t(`content.${part}`);
  if (entry === NEW) return t("content.newEntry");
  return isOne ? titleOf(model, data?.data ?? {}, entry) : model.name;
}
