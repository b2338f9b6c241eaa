import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { asApiError } from "@/api/errors";
import { keys } from "@/api/keys";
import { useMay } from "@/api/may";
import { assetQuery, changeAsset, deleteAsset, restoreAsset } from "@/api/media";
import type { AssetDetail as Detail } from "@/api/schema";
import { bytes, moment } from "@/lib/format";
import { useKeptState } from "@/lib/kept";
import { notify } from "@/lib/notices";
import { Button } from "@/ui/button";
import { Field } from "@/ui/field";
import { Notice } from "@/ui/notice";
import { type AssetDraft, assetChange, draftOf, isPicture } from "../model";
import styles from "./asset-detail.module.css";
import { FocalPoint } from "./focal-point";

interface AssetDetailProps {
  projectId: string;
  assetId: string;
  onClose: () => void;
}

/** One asset: what it shows, its words and focus, its files, and where it is used. */
export function AssetDetail({ projectId, assetId, onClose }: AssetDetailProps) {
  const { t } = useTranslation();
  const { data, error } = useQuery(assetQuery(projectId, assetId));
  return (
    <section className={styles.pane} aria-label={t("media.asset")}>
      {error ? (
        <Notice tone="danger" title={t("media.loadFailed")}>
          <p>{asApiError(error).message}</p>
        </Notice>
      ) : null}
      {data ? <Inside key={data.updatedAt} projectId={projectId} asset={data} onClose={onClose} /> : null}
    </section>
  );
}

interface InsideProps {
  projectId: string;
  asset: Detail;
  onClose: () => void;
}

function Inside({ projectId, asset, onClose }: InsideProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const may = useMay(projectId);
  const canChange = may("media.team.update");
  const [draft, setDraft, forget] = useKeptState(`asset/${asset.id}/${asset.updatedAt}`, draftOf(asset));
  const [isBusy, setBusy] = useState(false);
  const change = assetChange(asset, draft);
  const isDirty = Object.keys(change).length > 0;
  const set = (next: Partial<AssetDraft>) => setDraft({ ...draft, ...next });
  const save = async () => {
    setBusy(true);
    try {
      await changeAsset(projectId, asset.id, change);
      forget();
      await client.invalidateQueries({ queryKey: keys.media });
      notify({ tone: "done", text: t("media.saved") });
    } catch (thrown) {
      const { message, suggestion } = asApiError(thrown);
      notify({ tone: "failed", text: message, detail: suggestion });
    }
    setBusy(false);
  };
  return (
    <>
      {isPicture(asset) ? (
        <FocalPoint
          src={asset.url}
          alt={asset.alt ?? ""}
          point={draft.focalPoint}
          onChange={(focalPoint) => (canChange ? set({ focalPoint }) : undefined)}
        />
      ) : null}
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        {isPicture(asset) ? (
          <Field
            label={t("media.alt")}
            hint={t("media.altHint")}
            value={draft.alt}
            readOnly={!canChange}
            onChange={(event) => set({ alt: event.target.value })}
          />
        ) : null}
        <Field
          label={t("media.tags")}
          hint={t("media.tagsHint")}
          value={draft.tags}
          readOnly={!canChange}
          onChange={(event) => set({ tags: event.target.value })}
        />
        <Field
          label={t("media.filename")}
          value={draft.filename}
          readOnly={!canChange}
          required
          onChange={(event) => set({ filename: event.target.value })}
        />
        {canChange ? (
          <div className={styles.actions}>
            <Button type="submit" look="primary" busy={isBusy} disabled={!isDirty}>
              {t("media.save")}
            </Button>
            {isDirty ? <Button onClick={() => setDraft(draftOf(asset))}>{t("media.discard")}</Button> : null}
          </div>
        ) : null}
      </form>
      <Facts asset={asset} />
      <Uses asset={asset} />
      {may("media.team.delete") ? <DeleteAsset projectId={projectId} asset={asset} onDone={onClose} /> : null}
    </>
  );
}

function Facts({ asset }: { asset: Detail }) {
  const { t, i18n } = useTranslation();
  const size = bytes(asset.size, i18n.language);
  const facts = [
    [t("media.type"), asset.contentType],
    [t("media.size"), asset.width ? `${asset.width} × ${asset.height}, ${size}` : size],
    [t("media.addedBy"), `${asset.uploadedBy}, ${moment(asset.createdAt, Date.now(), i18n.language)}`],
    [t("media.path"), asset.originalPath],
  ];
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name} className={styles.fact}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      <div className={styles.fact}>
        <dt>{t("media.files")}</dt>
        <dd className={styles.files}>
          <a href={asset.url}>{t("media.original")}</a>
          {Object.entries(asset.variants).map(([name, variant]) => (
            <a key={name} href={variant.url}>
              {name}
            </a>
          ))}
        </dd>
      </div>
    </dl>
  );
}

function Uses({ asset }: { asset: Detail }) {
  const { t } = useTranslation();
  return (
    <section>
      <h2 className={styles.title}>{t("media.usedIn")}</h2>
      {asset.usedIn.length === 0 ? <p className={styles.muted}>{t("media.unused")}</p> : null}
      <ul>
        {asset.usedIn.map(({ modelId, entryId, fieldId, locale, label, branch }) => (
          <li key={`${modelId} ${entryId} ${fieldId} ${locale} ${branch ?? ""}`}>
            <Link
              to="/content"
              search={{
                model: modelId,
                ...(entryId ? { entry: entryId } : {}),
                locale,
                field: fieldId,
                ...(branch ? { ref: branch } : {}),
              }}
            >
              {label || entryId || modelId}
            </Link>{" "}
            <span className={styles.muted}>{[fieldId, locale, branch].filter(Boolean).join(", ")}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface DeleteProps {
  projectId: string;
  asset: Detail;
  onDone: () => void;
}

/** Deletes, with the way back; or brings back what was deleted. */
function DeleteAsset({ projectId, asset, onDone }: DeleteProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const act = async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (thrown) {
      const { message, suggestion } = asApiError(thrown);
      notify({ tone: "failed", text: message, detail: suggestion });
    }
    await client.invalidateQueries({ queryKey: keys.media });
  };
  const restore = async () => {
    await restoreAsset(projectId, asset.id);
    notify({ tone: "done", text: t("media.back", { name: asset.filename }) });
  };
  const remove = async () => {
    await deleteAsset(projectId, asset.id);
    onDone();
    notify({
      tone: "done",
      text: t("media.deleted", { name: asset.filename }),
      action: { label: t("media.undo"), run: () => void act(restore) },
    });
  };
  if (asset.deletedAt) {
    return (
      <div className={styles.actions}>
        <Button onClick={() => act(restore)}>{t("media.bringBack")}</Button>
      </div>
    );
  }
  return (
    <div className={styles.actions}>
      <Button look="danger" disabled={asset.usedIn.length > 0} onClick={() => act(remove)}>
        {t("media.delete")}
      </Button>
      {asset.usedIn.length > 0 ? <span className={styles.muted}>{t("media.inUse")}</span> : null}
    </div>
  );
}
