import { useInfiniteQuery } from "@tanstack/react-query";
import { FileText } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { asApiError } from "@/api/errors";
import { type AssetFilter, assetsQuery } from "@/api/media";
import type { AssetInfo } from "@/api/schema";
import { Button } from "@/ui/button";
import { Empty } from "@/ui/empty";
import { Icon } from "@/ui/icon";
import { Notice } from "@/ui/notice";
import { SkeletonRows, useSlow } from "@/ui/skeleton";
import { isPicture, thumbnailOf } from "../model";
import styles from "./asset-grid.module.css";

const THUMBNAIL = 320;

interface GridProps {
  projectId: string;
  filter: AssetFilter;
  /** The control around each asset: a link, or a button. */
  wrap: (asset: AssetInfo, content: ReactNode) => ReactNode;
}

/** The assets that fit, as pictures with their names. */
export function AssetGrid({ projectId, filter, wrap }: GridProps) {
  const { t } = useTranslation();
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    assetsQuery(projectId, filter),
  );
  const isSlow = useSlow(isPending);
  const assets = data?.pages.flatMap((page) => page.assets) ?? [];
  if (error) {
    return (
      <div className={styles.state}>
        <Notice tone="danger" title={t("media.loadFailed")}>
          <p>{asApiError(error).message}</p>
        </Notice>
      </div>
    );
  }
  if (isPending) return isSlow ? <SkeletonRows rows={6} label={t("frame.loading")} /> : null;
  if (assets.length === 0) {
    const isFiltered = Boolean(filter.query || filter.tag || filter.type || filter.deleted);
    return (
      <Empty title={isFiltered ? t("media.noMatch") : t("media.none")}>
        <p>{isFiltered ? t("media.noMatchText") : t("media.noneText")}</p>
      </Empty>
    );
  }
  return (
    <>
      <ul className={styles.grid} aria-label={t("media.assets")}>
        {assets.map((asset) => (
          <li key={asset.id} className={styles.item}>
            {wrap(asset, <AssetContent asset={asset} />)}
          </li>
        ))}
      </ul>
      {hasNextPage ? (
        <div className={styles.state}>
          <Button busy={isFetchingNextPage} onClick={() => fetchNextPage()}>
            {t("media.more")}
          </Button>
        </div>
      ) : null}
    </>
  );
}

/** The class name of the control around an asset. */
export const assetClass = styles.asset ?? "";

function AssetContent({ asset }: { asset: AssetInfo }) {
  const { t } = useTranslation();
  const focus = asset.focalPoint;
  return (
    <>
      <span className={styles.frame}>
        {isPicture(asset) ? (
          <img
            className={styles.picture}
            src={thumbnailOf(asset, THUMBNAIL)}
            alt=""
            loading="lazy"
            style={focus ? { objectPosition: `${focus.x * 100}% ${focus.y * 100}%` } : undefined}
          />
        ) : (
          <Icon of={FileText} tone="muted" />
        )}
      </span>
      <span className={styles.name}>{asset.filename}</span>
      {isPicture(asset) && !asset.alt ? <span className={styles.lacks}>{t("media.noAlt")}</span> : null}
    </>
  );
}
