import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { asApiError } from "@/api/errors";
import { Empty } from "@/ui/empty";
import { Notice } from "@/ui/notice";
import { SkeletonRows, useSlow } from "@/ui/skeleton";
import { localeName, useContent } from "../context";
import { analysisQuery } from "../queries";
import { Finding } from "./finding";
import styles from "./findings-view.module.css";

/** What could be better though nothing is wrong: translations, titles, age. Each leads to its field. */
export function WeakView() {
  const { t, i18n } = useTranslation();
  const { projectId, ref } = useContent();
  const { data, error, isPending } = useQuery(analysisQuery(projectId, ref));
  const isSlow = useSlow(isPending);
  if (error) {
    return (
      <div className={styles.state}>
        <Notice tone="danger" title={t("content.loadFailed")}>
          <p>{asApiError(error).message}</p>
        </Notice>
      </div>
    );
  }
  if (!data) return isSlow ? <SkeletonRows rows={6} label={t("frame.loading")} /> : null;
  const gaps = (data.localeParity?.issues ?? []).flatMap((gap) => {
    const locale = localeName(gap.locale, i18n.language);
    return [
      ...gap.missing.map((entry) => ({
        place: { model: gap.model, entry, locale: gap.locale, field: null },
        text: t("content.weakMissing", { locale }),
      })),
      ...(gap.empty ?? []).map(({ entryId, field, label }) => ({
        place: { model: gap.model, entry: entryId, locale: gap.locale, field, label },
        text: t("content.weakEmpty", { locale }),
      })),
    ];
  });
  const fields = (data.seo?.issues ?? []).map(({ model, entryId, locale, label, field, issue }) => ({
    place: { model, entry: entryId, locale, field, label },
    text: issue,
  }));
  const old = (data.staleContent?.entries ?? []).map(
    ({ model, entryId, locale, label, daysSinceUpdate }) => ({
      place: { model, entry: entryId, locale, field: null, label },
      text: t("content.weakOld", { count: daysSinceUpdate }),
    }),
  );
  if (gaps.length + fields.length + old.length === 0) {
    return (
      <Empty title={t("content.noWeak")}>
        <p>{t("content.noWeakText")}</p>
      </Empty>
    );
  }
  const groups = [
    { title: t("content.weakLocales"), found: gaps },
    { title: t("content.weakTexts"), found: fields },
    { title: t("content.weakAge"), found: old },
  ];
  return (
    <section className={styles.pane} aria-label={t("content.weak")}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
      <div className={styles.list} tabIndex={0}>
        {groups
          .filter(({ found }) => found.length > 0)
          .map(({ title, found }) => (
            <Group key={title} title={title} count={found.length}>
              {found.map(({ place, text }) => (
                <li key={`${place.model} ${place.entry} ${place.locale} ${place.field} ${text}`}>
                  <Finding tone={null} place={place}>
                    {text}
                  </Finding>
                </li>
              ))}
            </Group>
          ))}
      </div>
    </section>
  );
}

function Group({ title, count, children }: { title: string; count: number; children: ReactNode }) {
  return (
    <section>
      <h2 className={styles.group}>
        {title} <span className={styles.count}>{count}</span>
      </h2>
      <ul>{children}</ul>
    </section>
  );
}
