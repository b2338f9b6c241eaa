import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useMay } from "@/api/may";
import { Dialog } from "@/ui/dialog";
import type { MediaPickerProps } from "@/ui/media-slot";
import { AssetGrid, assetClass } from "./components/asset-grid";
import { UploadButton } from "./components/upload-button";
import styles from "./picker.module.css";
import { useUpload } from "./use-upload";

/** Chooses an asset of the library, or adds one and takes it. */
export default function MediaPicker({ projectId, type, onPick, onClose }: MediaPickerProps) {
  const { t } = useTranslation();
  const [query, setQuery] = useState("");
  const canAdd = useMay(projectId)("media.team.create");
  const uploads = useUpload(projectId, ({ originalPath, alt }) => onPick(originalPath, alt ?? ""));
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())} title={t("media.pick")} wide>
      <div className={styles.bar}>
        <input
          type="search"
          className={styles.query}
          aria-label={t("media.find")}
          placeholder={t("media.find")}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
        {canAdd ? <UploadButton uploads={uploads} {...(type ? { accept: `${type}/*` } : {})} /> : null}
      </div>
      {uploads.failures.map(({ name, message }) => (
        <p key={name} role="alert" className={styles.failure}>
          {name}: {message}
        </p>
      ))}
      <div className={styles.scroll}>
        <AssetGrid
          projectId={projectId}
          filter={{ query: query || undefined, type: type || undefined }}
          wrap={(asset, content) => (
            <button
              type="button"
              className={assetClass}
              onClick={() => onPick(asset.originalPath, asset.alt ?? "")}
            >
              {content}
            </button>
          )}
        />
      </div>
    </Dialog>
  );
}
