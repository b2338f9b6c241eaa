import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { CircleAlert, Plus, SlidersHorizontal } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { formsQuery } from "@/api/submissions";
import { Icon } from "@/ui/icon";
import { IconButton } from "@/ui/icon-button";
import { later } from "@/ui/later";
import { localeName, useContent } from "../context";
import { NEW, type Part, useGo, usePlace } from "../place";
import { branchesQuery, parityQuery, scheduleQuery, validationQuery } from "../queries";
import styles from "./model-list.module.css";

const LocaleDialog = later(() => import("./locale-dialog"));

/** The models, the locales, what a locale lacks, and what is known about the content as a whole. */
export function ModelList() {
  const { t } = useTranslation();
  const { models, model, status, locale, can } = useContent();
  const { part } = usePlace();
  const go = useGo();
  return (
    <nav className={styles.list} aria-label={t("content.places")}>
      <Section
        title={t("content.models")}
        action={
          can.shape ? (
            <IconButton
              small
              icon={Plus}
              name={t("content.newModel")}
              onClick={() => go({ model: NEW, part: "model", entry: undefined }, true)}
            />
          ) : null
        }
      >
        {models.map(({ id, name, kind }) => (
          <li key={id} className={styles.item}>
            <Link
              from="/content"
              to="/content"
              search={({ project, ref: branch }) => ({ project, ref: branch, model: id, locale })}
              className={styles.row}
              data-current={(id === model.id && !part) || undefined}
            >
              <span className={styles.words}>{name}</span>
              {kind === "collection" || kind === "document" ? (
                <span className={styles.count}>{countOf(status, id, locale)}</span>
              ) : null}
            </Link>
            {id === model.id ? (
              <span className={styles.edit}>
                <IconButton
                  small
                  icon={SlidersHorizontal}
                  name={t("content.editModel", { name })}
                  onClick={() => go({ model: id, part: "model", entry: undefined, view: undefined }, true)}
                />
              </span>
            ) : null}
          </li>
        ))}
      </Section>
      <Locales />
      <Checks />
      <Shared />
    </nav>
  );
}

interface SectionProps {
  title: string;
  action?: ReactNode;
  children: ReactNode;
}

function Section({ title, action, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        {action}
      </div>
      <ul>{children}</ul>
    </section>
  );
}

function countOf(status: ReturnType<typeof useContent>["status"], id: string, locale: string): number {
  const entries = status.models.find((known) => known.id === id)?.entries ?? {};
  return entries[locale] ?? Object.values(entries)[0] ?? 0;
}

function Locales() {
  const { t, i18n } = useTranslation();
  const { locales, locale, model, projectId, ref, status, can } = useContent();
  const { missing, part } = usePlace();
  const parity = useQuery(parityQuery(projectId, ref));
  const [isAdding, setAdding] = useState(false);
  if (!model.i18n) return null;
  const gaps = (parity.data ?? []).filter((gap) => gap.model === model.id && gap.expected > gap.count);
  return (
    <Section
      title={t("content.locales")}
      action={
        <>
          {can.shape ? (
            <IconButton small icon={Plus} name={t("content.addLocale")} onClick={() => setAdding(true)} />
          ) : null}
          {isAdding ? <LocaleDialog onClose={() => setAdding(false)} /> : null}
        </>
      }
    >
      {locales.map((one) => (
        <li key={one}>
          <Link
            from="/content"
            to="/content"
            search={(before) => ({
              ...before,
              // Named, so that a phone, which shows one thing at a time, goes from this list to the entries.
              model: model.id,
              locale: one,
              missing: undefined,
              part: undefined,
            })}
            className={styles.row}
            data-current={(one === locale && !missing && !part) || undefined}
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
              model: model.id,
              locale: status.defaultLocale,
              missing: gap.locale,
              entry: undefined,
              part: undefined,
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
    </Section>
  );
}

function Checks() {
  const { t } = useTranslation();
  const { projectId, ref } = useContent();
  const { data } = useQuery(validationQuery(projectId, ref));
  return (
    <Section title={t("content.checks")}>
      <PartLink part="findings" count={data?.issues.length} isWrong={data?.valid === false} />
      <PartLink part="weak" />
    </Section>
  );
}

function Shared() {
  const { t } = useTranslation();
  const { projectId } = useContent();
  const { data } = useQuery(branchesQuery(projectId));
  const dated = useQuery(scheduleQuery(projectId));
  const forms = useQuery(formsQuery(projectId));
  return (
    <Section title={t("content.shared")}>
      <PartLink part="glossary" />
      <PartLink part="branches" count={data?.length} />
      <PartLink part="schedule" count={dated.data?.length || undefined} />
      {forms.data && forms.data.length > 0 ? (
        <PartLink part="submissions" count={forms.data.reduce((sum, { waiting }) => sum + waiting, 0)} />
      ) : null}
    </Section>
  );
}

interface PartLinkProps {
  part: Exclude<Part, "model">;
  count?: number | undefined;
  isWrong?: boolean;
}

function PartLink({ part, count, isWrong = false }: PartLinkProps) {
  const { t } = useTranslation();
  const current = usePlace().part;
  return (
    <li>
      <Link
        from="/content"
        to="/content"
        search={(before) => ({ ...before, part, entry: undefined, beside: undefined })}
        className={styles.row}
        data-current={current === part || undefined}
      >
        {isWrong ? <Icon of={CircleAlert} size="small" /> : null}
        <span className={styles.words}>{t(`content.${part}`)}</span>
        <span className={styles.count}>{count ?? ""}</span>
      </Link>
    </li>
  );
}
