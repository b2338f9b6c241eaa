import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "@/api/client";
import { asApiError } from "@/api/errors";
import { keys } from "@/api/keys";
import { Notice } from "@/ui/notice";
import { Segment } from "@/ui/segment";
import { SkeletonRows } from "@/ui/skeleton";
import { useDesk } from "../desk";
import styles from "./pages-view.module.css";
import { Frames, HOWS, type How } from "./rendered-frames";

const WIDTHS = ["1280", "768", "390"] as const;
type Width = (typeof WIDTHS)[number];

interface PagesViewProps {
  project: string;
  proposal: string;
  sha: string | null;
}

/** The pages that a proposal changes, as they are and as they would be. */
export default function PagesView({ project, proposal, sha }: PagesViewProps) {
  const { t } = useTranslation();
  const { current } = useDesk();
  const [how, setHow] = useState<How>("swipe");
  const [width, setWidth] = useState<Width>("1280");
  const [chosen, setChosen] = useState<{ page: string; for: string } | null>(null);
  const { data, error } = useQuery({
    queryKey: [...keys.content, "rendered", proposal, sha],
    queryFn: () =>
      unwrap(
        api.GET("/api/projects/{project_id}/site/rendered/{proposal_id}", {
          params: { path: { project_id: project, proposal_id: proposal } },
        }),
      ),
  });
  if (error)
    return (
      <Notice tone="danger" title={t("review.pagesFailed")}>
        <p>{asApiError(error).message}</p>
      </Notice>
    );
  if (!data) return <SkeletonRows rows={6} label={t("frame.loading")} />;
  const at = current?.id ?? "";
  // The page that shows the change at hand, unless a person chose another while that was at hand.
  const own = data.find(({ marks }) => marks.some(({ hunk }) => current?.hunks.includes(hunk)));
  const page = data.find(({ path }) => chosen?.for === at && path === chosen.page) ?? own ?? data[0];
  if (!page) return null;
  return (
    <div className={styles.pages}>
      <div className={styles.bar}>
        <Segment
          label={t("review.pagesHow")}
          value={how}
          onChange={setHow}
          options={HOWS.map((value) => ({ value, label: t(`review.${value}`) }))}
        />
        <Segment
          label={t("review.width")}
          value={width}
          onChange={setWidth}
          options={WIDTHS.map((value) => ({ value, label: value }))}
        />
        {data.length > 1 ? (
          <Segment
            label={t("review.page")}
            value={page.path}
            onChange={(path) => setChosen({ page: path, for: at })}
            options={data.map(({ title, path }) => ({ value: path, label: title }))}
          />
        ) : null}
      </div>
      <Frames key={`${page.after} ${how} ${width}`} page={page} how={how} width={Number(width)} />
    </div>
  );
}
