import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { X } from "lucide-react";
import { type DragEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useMay } from "@/api/may";
import { storageQuery } from "@/api/media";
import { classes } from "@/lib/classes";
import { bytes } from "@/lib/format";
import { useShownScreen } from "@/lib/screen";
import { Empty } from "@/ui/empty";
import { FindBar, FindBox } from "@/ui/find-bar";
import { IconButton } from "@/ui/icon-button";
import { Notice } from "@/ui/notice";
import { Page } from "@/ui/page";
import { Pick } from "@/ui/pick";
import { AssetDetail } from "./components/asset-detail";
import { AssetGrid, assetClass } from "./components/asset-grid";
import { UploadButton } from "./components/upload-button";
import styles from "./screen.module.css";
import { useUpload } from "./use-upload";

const route = getRouteApi("/app/media");

/** The media library of a project: find, upload, describe, and say what matters in a picture. */
export function MediaScreen({ projectId }: { projectId: string | null }) {
  const { t } = useTranslation();
  useShownScreen("media", t("frame.media"));
  if (projectId) return <Library key={projectId} projectId={projectId} />;
  return (
    <Page title={t("frame.media")}>
      <Empty title={t("media.noProject")}>
        <p>{t("media.noProjectText")}</p>
      </Empty>
    </Page>
  );
}

function Library({ projectId }: { projectId: string }) {
  const { t } = useTranslation();
  const { asset, q, type } = route.useSearch();
  const navigate = route.useNavigate();
  const canAdd = useMay(projectId)("media.team.create");
  const uploads = useUpload(projectId, ({ id }) => open(id));
  const open = (id: string | undefined) =>
    void navigate({ search: (before) => ({ ...before, asset: id }), replace: true });
  return (
    <Page
      title={t("frame.media")}
      scrolls={false}
      actions={canAdd ? <UploadButton uploads={uploads} look="primary" /> : null}
      note={<Storage projectId={projectId} />}
    >
      <DropZone
        className={classes(styles.panes, asset && styles.withAsset)}
        onFiles={canAdd ? uploads.add : null}
      >
        <section className={styles.list} aria-label={t("media.library")}>
          <Filters />
          <div className={styles.scroll}>
            {uploads.failures.length > 0 ? (
              <div className={styles.state}>
                <Notice tone="danger" title={t("media.notAdded")} alert>
                  {uploads.failures.map(({ name, message }) => (
                    <p key={name}>
                      <b>{name}</b> {message}
                    </p>
                  ))}
                </Notice>
              </div>
            ) : null}
            <AssetGrid
              projectId={projectId}
              filter={type === "deleted" ? { query: q, deleted: true } : { query: q, type }}
              wrap={(one, content) => (
                <Link
                  from="/media"
                  to="/media"
                  search={(before) => ({ ...before, asset: one.id })}
                  className={assetClass}
                  aria-current={one.id === asset ? "true" : undefined}
                  activeProps={{}}
                  resetScroll={false}
                >
                  {content}
                </Link>
              )}
            />
          </div>
        </section>
        {asset ? (
          <aside className={styles.detail}>
            <div className={styles.close}>
              <IconButton icon={X} name={t("media.close")} onClick={() => open(undefined)} />
            </div>
            <AssetDetail projectId={projectId} assetId={asset} onClose={() => open(undefined)} />
          </aside>
        ) : null}
      </DropZone>
    </Page>
  );
}

function Storage({ projectId }: { projectId: string }) {
  const { t, i18n } = useTranslation();
  const { data } = useQuery(storageQuery(projectId));
  if (!data) return null;
  const say = (value: number) => bytes(value, i18n.language);
  return t("media.storage", { used: say(data.usedBytes), quota: say(data.quotaBytes) });
}

function Filters() {
  const { t } = useTranslation();
  const { q, type } = route.useSearch();
  const navigate = route.useNavigate();
  const go = (next: { q?: string | undefined; type?: string | undefined }) =>
    void navigate({ search: (before) => ({ ...before, ...next }), replace: true, resetScroll: false });
  return (
    <FindBar>
      <FindBox
        label={t("media.find")}
        placeholder={t("media.find")}
        defaultValue={q ?? ""}
        onChange={(event) => go({ q: event.target.value || undefined })}
      />
      <Pick
        label={t("media.type")}
        value={type ?? ""}
        onChange={(next) => go({ type: next || undefined })}
        options={[
          { value: "", label: t("media.allTypes") },
          { value: "image", label: t("media.images") },
          { value: "video", label: t("media.videos") },
          { value: "application", label: t("media.documents") },
          { value: "deleted", label: t("media.deletedOnes") },
        ]}
      />
    </FindBar>
  );
}

interface DropZoneProps {
  className: string;
  /** Null where nothing may be added. */
  onFiles: ((files: File[]) => void) | null;
  children: React.ReactNode;
}

/** Files dropped anywhere on it are added. The button does the same for everybody else. */
function DropZone({ className, onFiles, children }: DropZoneProps) {
  const [isOver, setOver] = useState(false);
  const hasFiles = (event: DragEvent) => onFiles !== null && event.dataTransfer.types.includes("Files");
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a convenience beside the button
    <div
      className={classes(className, isOver && styles.over)}
      onDragOver={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onFiles?.([...event.dataTransfer.files]);
      }}
    >
      {children}
    </div>
  );
}
