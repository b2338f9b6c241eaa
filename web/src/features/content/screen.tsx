import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ChevronRight } from "lucide-react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { asApiError } from "@/api/errors";
import { keys } from "@/api/keys";
import { classes } from "@/lib/classes";
import { notify } from "@/lib/notices";
import { useShownScreen } from "@/lib/screen";
import { Button } from "@/ui/button";
import { Empty } from "@/ui/empty";
import { Icon } from "@/ui/icon";
import { Notice } from "@/ui/notice";
import { crumbClass, Page } from "@/ui/page";
import { Pick } from "@/ui/pick";
import { SkeletonRows, useSlow } from "@/ui/skeleton";
import { ChecksView } from "./components/checks-view";
import { EntryEditor } from "./components/editor";
import { EntryTable } from "./components/entry-table";
import { ModelList } from "./components/model-list";
import { type Content, ContentContext, useContent } from "./context";
import { titleOf } from "./model";
import { NEW, useGo, usePlace } from "./place";
import { branchesQuery, entryQuery, modelsQuery, setStatus, statusQuery } from "./queries";
import styles from "./screen.module.css";
import { isWhole, useTold } from "./use-editor";

/** The content of a project: models and locales, entries, and one entry to edit. */
export function ContentScreen({ projectId }: { projectId: string | null }) {
  const { t } = useTranslation();
  if (!projectId) {
    return (
      <Page title={t("frame.content")}>
        <Empty title={t("content.noProject")} command={t("content.noProjectCommand")}>
          <p>{t("content.noProjectText")}</p>
        </Empty>
      </Page>
    );
  }
  return <ProjectContent key={projectId} projectId={projectId} />;
}

function ProjectContent({ projectId }: { projectId: string }) {
  const { t, i18n } = useTranslation();
  const { ref } = usePlace();
  const status = useQuery(statusQuery(projectId));
  const models = useQuery(modelsQuery(projectId, i18n.language, ref ?? null));
  const content = useContentOf(projectId, status.data, models.data);
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
          <Notice tone="danger" title={t("content.loadFailed")}>
            <p>{asApiError(error).message}</p>
          </Notice>
        </div>
      ) : status.data && models.data ? (
        <Empty title={t("content.noModels")} command={t("content.noModelsCommand")}>
          <p>{status.data.cause || t("content.noModelsText")}</p>
        </Empty>
      ) : (
        isSlow && <SkeletonRows rows={8} label={t("frame.loading")} />
      )}
    </Page>
  );
}

function useContentOf(
  projectId: string,
  status: Content["status"] | undefined,
  models: Content["models"] | undefined,
): Content | null {
  const place = usePlace();
  return useMemo(() => {
    const model = models?.find(({ id }) => id === place.model) ?? models?.[0];
    if (!status || !models || !model) return null;
    const locales = model.i18n ? status.locales : [status.defaultLocale];
    const locale = locales.find((known) => known === place.locale) ?? status.defaultLocale;
    return { projectId, status, models, model, locale, locales, ref: place.ref ?? null };
  }, [projectId, status, models, place.model, place.locale, place.ref]);
}

function ContentPage() {
  const { t } = useTranslation();
  const { model, locale } = useContent();
  const { entry, checks } = usePlace();
  const title = useTitle();
  const hasTable = !isWhole(model) && !checks;
  const hasEditor = !checks && (entry !== undefined || isWhole(model));
  useShownScreen("content", title, {
    model: model.id,
    locale,
    ...(entry && entry !== NEW ? { entry } : {}),
  });
  return (
    <Page
      title={title}
      scrolls={false}
      crumbs={<Crumbs isInside={entry !== undefined && hasTable} />}
      actions={
        <>
          <BranchPick />
          {entry && entry !== NEW && hasTable ? <PublishButton entry={entry} /> : null}
        </>
      }
    >
      <div className={styles.region}>
        <div
          className={classes(
            styles.panes,
            hasEditor && hasTable && styles.withTable,
            (hasEditor || checks) && styles.inside,
          )}
        >
          <ModelList />
          {hasTable ? <EntryTable isWide={!hasEditor} /> : null}
          {hasEditor ? <EntryEditor key={`${model.id} ${locale} ${entry ?? ""}`} /> : null}
          {checks ? <ChecksView /> : null}
        </div>
      </div>
      <span className="hidden-text">{t("content.keysHint")}</span>
    </Page>
  );
}

function useTitle(): string {
  const { t } = useTranslation();
  const { projectId, model, locale, ref } = useContent();
  const { entry, checks } = usePlace();
  const wish = { projectId, model: model.id, kind: model.kind, entry: entry ?? null, locale, ref };
  const isOne = entry !== undefined && entry !== NEW && !isWhole(model) && !checks;
  const { data } = useQuery({ ...entryQuery(wish), enabled: isOne });
  if (checks) return t("content.findings");
  if (entry === NEW) return t("content.newEntry");
  return isOne ? titleOf(model, data?.data ?? {}, entry) : model.name;
}

function Crumbs({ isInside }: { isInside: boolean }) {
  const { t } = useTranslation();
  const { model } = useContent();
  return (
    <>
      <Link
        from="/content"
        to="/content"
        search={(before) => ({ project: before.project })}
        className={crumbClass}
      >
        {t("frame.content")}
      </Link>
      {isInside ? (
        <>
          <Icon of={ChevronRight} size="tiny" tone="muted" />
          <Link
            from="/content"
            to="/content"
            search={(before) => ({ ...before, entry: undefined, view: undefined })}
            className={crumbClass}
          >
            {model.name}
          </Link>
        </>
      ) : null}
    </>
  );
}

/** Which branch is read: the content as it stands, or one that waits to be merged. */
function BranchPick() {
  const { t } = useTranslation();
  const { projectId, ref } = useContent();
  const go = useGo();
  const { data } = useQuery(branchesQuery(projectId));
  const branches = data ?? [];
  const waiting = branches.find(({ name }) => name === ref);
  return (
    <>
      {branches.length > 0 ? (
        <Pick
          label={t("content.branch")}
          value={ref ?? ""}
          onChange={(next) => go({ ref: next || undefined })}
          options={[
            { value: "", label: t("content.asItStands") },
            ...branches.map(({ name, subject }) => ({ value: name, label: subject })),
          ]}
        />
      ) : null}
      {waiting?.proposalId ? (
        <Link to="/review/$proposalId" params={{ proposalId: waiting.proposalId }} className={crumbClass}>
          {t("content.openReview")}
        </Link>
      ) : null}
    </>
  );
}

function PublishButton({ entry }: { entry: string }) {
  const { t } = useTranslation();
  const { projectId, model, locale, ref } = useContent();
  const client = useQueryClient();
  const told = useTold();
  const [isBusy, setBusy] = useState(false);
  const wish = { projectId, model: model.id, kind: model.kind, entry, locale, ref };
  const { data } = useQuery(entryQuery(wish));
  if (!data || ref !== null) return null;
  const isPublished = data.meta.status === "published";
  const act = async () => {
    setBusy(true);
    try {
      const status = isPublished ? "draft" : "published";
      told(
        await setStatus(projectId, model.id, {
          entryIds: [entry],
          status,
          ...(model.i18n ? { locale } : {}),
        }),
      );
    } catch (thrown) {
      const { message, suggestion } = asApiError(thrown);
      notify({ tone: "failed", text: message, detail: suggestion });
    }
    await client.invalidateQueries({ queryKey: keys.content });
    await client.invalidateQueries({ queryKey: keys.inbox });
    setBusy(false);
  };
  return (
    <Button look={isPublished ? "usual" : "primary"} busy={isBusy} onClick={() => void act()}>
      {isPublished ? t("content.unpublishEntry") : t("content.publishEntry")}
    </Button>
  );
}
