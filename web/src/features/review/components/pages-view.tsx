import { useQuery } from "@tanstack/react-query";
import { type CSSProperties, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "@/api/client";
import { asApiError } from "@/api/errors";
import { keys } from "@/api/keys";
import { Notice } from "@/ui/notice";
import { Segment } from "@/ui/segment";
import { SkeletonRows } from "@/ui/skeleton";
import styles from "./pages-view.module.css";

const WIDTHS = ["1280", "768", "390"] as const;
const HOWS = ["swipe", "beside", "before", "after"] as const;
type How = (typeof HOWS)[number];
type Width = (typeof WIDTHS)[number];

interface PagesViewProps {
  project: string;
  proposal: string;
  sha: string | null;
}

/** The pages that a proposal changes, as they are and as they would be, in frames that reach nothing of ours. */
export default function PagesView({ project, proposal, sha }: PagesViewProps) {
  const { t } = useTranslation();
  const [how, setHow] = useState<How>("swipe");
  const [width, setWidth] = useState<Width>("1280");
  const [at, setAt] = useState("0");
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
  const page = data[Number(at)] ?? data[0];
  if (!page) return null;
  const hows = HOWS.map((value) => ({ value, label: t(`review.${value}`) }));
  return (
    <div className={styles.pages}>
      <div className={styles.bar}>
        <Segment label={t("review.pagesHow")} value={how} onChange={setHow} options={hows} />
        <Segment
          label={t("review.width")}
          value={width}
          onChange={setWidth}
          options={WIDTHS.map((value) => ({ value, label: value }))}
        />
        {data.length > 1 ? (
          <Segment
            label={t("review.page")}
            value={at}
            onChange={setAt}
            options={data.map(({ title }, index) => ({ value: String(index), label: title }))}
          />
        ) : null}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
      <div className={styles.canvas} tabIndex={0}>
        <Frames key={`${page.after} ${how} ${width}`} page={page} how={how} width={Number(width)} />
      </div>
    </div>
  );
}

interface FramesProps {
  page: { title: string; before: string; after: string };
  how: How;
  width: number;
}

function Frames({ page, how, width }: FramesProps) {
  const { t } = useTranslation();
  const [share, setShare] = useState(50);
  const before = <Frame name={`${t("review.before")}: ${page.title}`} src={page.before} width={width} />;
  const after = <Frame name={`${t("review.after")}: ${page.title}`} src={page.after} width={width} />;
  const sides = { "--share": `${share}%`, "--wide": width } as CSSProperties;
  if (how !== "swipe") {
    return (
      <div className={styles.frames}>
        {how === "after" ? null : (
          <Side name={t("review.before")} note={t("review.beforeNote")} of={before} />
        )}
        {how === "before" ? null : <Side name={t("review.after")} note={t("review.afterNote")} of={after} />}
      </div>
    );
  }
  return (
    <div className={styles.over} style={sides}>
      <p className={styles.captions}>
        <span>
          <b>{t("review.before")}</b> {t("review.beforeNote")}
        </span>
        <span>
          <b>{t("review.after")}</b> {t("review.afterNote")}
        </span>
      </p>
      <div className={styles.swipe}>
        {before}
        <div className={styles.after}>{after}</div>
        <span className={styles.line} />
      </div>
      <input
        type="range"
        className={styles.handle}
        min={0}
        max={100}
        value={share}
        aria-label={t("review.swipeBy")}
        aria-valuetext={t("review.swipeAt", { share })}
        onChange={(event) => setShare(Number(event.target.value))}
      />
    </div>
  );
}

interface SideProps {
  name: string;
  note: string;
  of: ReactNode;
}

function Side({ name, note, of }: SideProps) {
  return (
    <figure className={styles.side}>
      <figcaption className={styles.captions}>
        <span>
          <b>{name}</b> {note}
        </span>
      </figcaption>
      {of}
    </figure>
  );
}

/** A page in a frame as wide as asked, made small enough for the room there is. */
function Frame({ name, src, width }: { name: string; src: string; width: number }) {
  return (
    <div className={styles.room} style={{ "--wide": width } as CSSProperties}>
      <iframe className={styles.frame} title={name} src={src} sandbox="allow-scripts" loading="lazy" />
    </div>
  );
}
