import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { CircleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Icon } from "@/ui/icon";
import { localeName, useContent } from "../context";
import { usePlace } from "../place";
import { parityQuery, validationQuery } from "../queries";
import styles from "./model-list.module.css";

/** The models, the locales, what a locale lacks, and what the checks found. */
export function ModelList() {
  const { t } = useTranslation();
  const { models, model, status, locale } = useContent();
  const { checks } = usePlace();
  return (
    <nav className={styles.list} aria-label={t("content.places")}>
      <h2 className={styles.head}>{t("content.models")}</h2>
      <ul>
        {models.map(({ id, name, kind }) => (
          <li key={id}>
            <Link
              from="/content"
              to="/content"
              search={({ project, ref }) => ({
                project,
                ref,
                model: id,
                locale,
              })}
              className={styles.row}
              data-current={(id === model.id && !checks) || undefined}
            >
              <span className={styles.words}>{name}</span>
              {kind === "collection" || kind === "document" ? (
                <span className={styles.count}>{countOf(status, id, locale)}</span>
              ) : null}
            </Link>
          </li>
        ))}
      </ul>
      <Locales />
      <ChecksLink />
    </nav>
  );
}

function countOf(status: ReturnType<typeof useContent>["status"], id: string, locale: string): number {
  const entries = status.models.find((known) => known.id === id)?.entries ?? {};
  return entries[locale] ?? Object.values(entries)[0] ?? 0;
}

function Locales() {
  const { t, i18n } = useTranslation();
  const { locales, locale, model, projectId, ref, status } = useContent();
  const { missing, checks } = usePlace();
  const parity = useQuery(parityQuery(projectId, ref));
  if (locales.length < 2) return null;
  const gaps = (parity.data ?? []).filter((gap) => gap.model === model.id && gap.expected > gap.count);
  return (
    <>
      <h2 className={styles.head}>{t("content.locales")}</h2>
      <ul>
        {locales.map((one) => (
          <li key={one}>
            <Link
              from="/content"
              to="/content"
              search={(before) => ({ ...before, locale: one, missing: undefined, checks: undefined })}
              className={styles.row}
              data-current={(one === locale && !missing && !checks) || undefined}
            >
              <span className={styles.words}>{localeName(one, i18n.language)}</span>
              <span className={styles.count}>{countOf(status, model.id, one)}</span>
            </Link>
          </li>
        ))}
        {gaps.map((gap) => (
          <li key={gap.locale}>
            <Link
              from="/content"
              to="/content"
              search={(before) => ({
                ...before,
                locale: status.defaultLocale,
                missing: gap.locale,
                checks: undefined,
              })}
              className={styles.row}
              data-current={missing === gap.locale || undefined}
            >
              <span className={styles.words}>
                {t("content.missingIn", { locale: localeName(gap.locale, i18n.language) })}
              </span>
              <span className={styles.count}>{gap.expected - gap.count}</span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

function ChecksLink() {
  const { t } = useTranslation();
  const { projectId, ref } = useContent();
  const { checks } = usePlace();
  const { data } = useQuery(validationQuery(projectId, ref));
  return (
    <>
      <h2 className={styles.head}>{t("content.checks")}</h2>
      <Link
        from="/content"
        to="/content"
        search={(before) => ({ ...before, checks: true, entry: undefined })}
        className={styles.row}
        data-current={checks || undefined}
      >
        {data && !data.valid ? <Icon of={CircleAlert} size="small" /> : null}
        <span className={styles.words}>{t("content.findings")}</span>
        <span className={styles.count}>{data?.issues.length ?? ""}</span>
      </Link>
    </>
  );
}
