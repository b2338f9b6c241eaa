import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { Braces, Pencil } from "lucide-react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { asApiError } from "@/api/errors";
import { readingQuery } from "@/api/reading";
import type { Fact, Reading } from "@/api/schema";
import { sessionQuery } from "@/api/session";
import { languageName } from "@/lib/format";
import { markRead } from "@/lib/start";
import { buttonClass } from "@/ui/button";
import { Empty } from "@/ui/empty";
import { Html } from "@/ui/html";
import { Icon } from "@/ui/icon";
import { SkeletonRows, useSlow } from "@/ui/skeleton";
import { bylineOf, detailsOf, spellFact } from "./facts";
import styles from "./screen.module.css";

const route = getRouteApi("/read/$project/$model/$entry");

/** A published entry as a reader meets it, composed of nothing but what delivery shows. */
export function ReadingScreen() {
  const { t } = useTranslation();
  const place = route.useParams();
  const { locale } = route.useSearch();
  const { data, error, isPending } = useQuery(readingQuery(place, locale));
  const isSlow = useSlow(isPending);
  useEffect(() => {
    if (!data) return;
    // Where a project has a site, that is where its entries are read.
    if (data.sitePath) {
      markRead();
      window.location.replace(data.sitePath);
      return;
    }
    document.title = `${data.title} – ${data.project}`;
    markRead();
  }, [data]);
  return (
    <div className={styles.page}>
      <Bar reading={data ?? null} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
      <main id="main" tabIndex={0} className={styles.main}>
        {error ? (
          <Empty title={t("reading.notThere")}>
            <p>{asApiError(error).message}</p>
          </Empty>
        ) : data && !data.sitePath ? (
          <Article reading={data} />
        ) : (
          isSlow && <SkeletonRows rows={6} label={t("frame.loading")} />
        )}
      </main>
    </div>
  );
}

function Bar({ reading }: { reading: Reading | null }) {
  const { t } = useTranslation();
  const { project, model, entry } = route.useParams();
  const { locale } = route.useSearch();
  const { data: session } = useQuery(sessionQuery);
  const shown = reading?.locale ?? locale;
  const json = `/api/delivery/${project}/${model}/${entry}${shown ? `?locale=${shown}` : ""}`;
  return (
    <header className={styles.bar}>
      <span className={styles.project}>{reading?.project ?? project}</span>
      <nav className={styles.links} aria-label={t("reading.about")}>
        {reading && reading.locales.length > 1
          ? reading.locales.map((one) => (
              <Link
                key={one}
                to="/read/$project/$model/$entry"
                params={{ project, model, entry }}
                search={{ locale: one }}
                className={styles.locale}
                lang={one}
                aria-current={one === reading.locale ? "true" : undefined}
                activeProps={{}}
              >
                {languageName(one, one)}
              </Link>
            ))
          : null}
        {reading ? (
          <a href={json} className={buttonClass("quiet", true)}>
            <Icon of={Braces} />
            {t("reading.json")}
          </a>
        ) : null}
        {session ? (
          <Link
            to="/content"
            search={{ project, model, entry, ...(shown ? { locale: shown } : {}) }}
            className={buttonClass("quiet", true)}
          >
            <Icon of={Pencil} />
            {t("reading.edit")}
          </Link>
        ) : null}
      </nav>
    </header>
  );
}

function Article({ reading }: { reading: Reading }) {
  const { title, standfirst, cover, facts, sections, locale } = reading;
  const byline = bylineOf(facts);
  const details = detailsOf(facts);
  return (
    <article className={styles.article} lang={locale}>
      <h1 className={styles.title}>{title}</h1>
      {standfirst ? <p className={styles.standfirst}>{standfirst}</p> : null}
      {byline.length > 0 ? (
        <dl className={styles.byline}>
          {byline.map((fact) => (
            <FactLine key={fact.field} fact={fact} locale={locale} isQuiet />
          ))}
        </dl>
      ) : null}
      {cover ? <img className={styles.cover} src={cover} alt="" /> : null}
      {sections.map(({ label, html }, index) => (
        <section key={label ?? index} className={styles.text}>
          {label && sections.length > 1 ? <h2 className={styles.label}>{label}</h2> : null}
          <Html html={html} />
        </section>
      ))}
      {details.length > 0 ? (
        <dl className={styles.details}>
          {details.map((fact) => (
            <FactLine key={fact.field} fact={fact} locale={locale} />
          ))}
        </dl>
      ) : null}
    </article>
  );
}

/** One value under its label; in the line under the title the label is for assistive technology only. */
function FactLine({ fact, locale, isQuiet = false }: { fact: Fact; locale: string; isQuiet?: boolean }) {
  return (
    <div className={isQuiet ? undefined : styles.detail}>
      <dt className={isQuiet ? "hidden-text" : undefined}>{fact.label}</dt>
      <dd>{spellFact(fact, locale)}</dd>
    </div>
  );
}
