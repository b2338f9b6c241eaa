import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { asApiError } from "@/api/errors";
import { keys } from "@/api/keys";
import type { ChangeAnswer } from "@/api/schema";
import { Button } from "@/ui/button";
import { IconButton } from "@/ui/icon-button";
import { Notice } from "@/ui/notice";
import { deleteTerms, setTerms } from "../changes";
import { localeName, useContent } from "../context";
import { keepDraft, useDrafts } from "../drafts";
import { changesOf } from "../model";
import { glossaryQuery } from "../queries";
import { idOfName } from "../shape";
import { useTold } from "../use-told";
import { boxClass } from "./control";
import editorStyles from "./editor.module.css";
import styles from "./glossary-view.module.css";

type Terms = Record<string, Record<string, string>>;

/** The words of the project and how each is said in each locale; agents and translations keep to them. */
export function GlossaryView() {
  const { t, i18n } = useTranslation();
  const { projectId, status, ref, can } = useContent();
  const { data } = useQuery(glossaryQuery(projectId, ref));
  const glossary = useGlossary(data ?? {});
  const isLocked = !can.write;
  if (!data) return null;
  return (
    <section className={editorStyles.pane} aria-label={t("content.glossary")}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
      <div className={editorStyles.body} tabIndex={0}>
        {glossary.failure ? (
          <Notice tone="danger" title={t("content.notSaved")} alert>
            <p>{glossary.failure}</p>
          </Notice>
        ) : null}
        <p className={editorStyles.note}>{t("content.glossaryText")}</p>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t("content.term")}</th>
              {status.locales.map((locale) => (
                <th key={locale} scope="col">
                  {localeName(locale, i18n.language)}
                </th>
              ))}
              {isLocked ? null : (
                <th scope="col">
                  <span className="hidden-text">{t("content.delete")}</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {Object.entries(glossary.terms).map(([term, texts]) => (
              <tr key={term}>
                <th scope="row" className={styles.term}>
                  {term}
                </th>
                {status.locales.map((locale) => (
                  <td key={locale}>
                    <input
                      className={boxClass(null)}
                      aria-label={t("content.termIn", { term, locale: localeName(locale, i18n.language) })}
                      lang={locale}
                      value={texts[locale] ?? ""}
                      readOnly={isLocked}
                      onChange={(event) => glossary.set(term, locale, event.target.value)}
                    />
                  </td>
                ))}
                {isLocked ? null : (
                  <td>
                    <IconButton
                      small
                      icon={Trash2}
                      name={t("content.deleteTerm", { term })}
                      disabled={glossary.isBusy}
                      onClick={() => glossary.remove(term)}
                    />
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
        {isLocked ? null : <NewTerm onAdd={(term) => glossary.set(term, status.defaultLocale, "")} />}
      </div>
      {glossary.count > 0 ? (
        <footer className={editorStyles.foot}>
          <span className={editorStyles.note}>{t("content.termsUnsaved", { count: glossary.count })}</span>
          <span className={editorStyles.grow} />
          <Button disabled={glossary.isBusy} onClick={glossary.discard}>
            {t("content.discard")}
          </Button>
          <Button look="primary" busy={glossary.isBusy} disabled={isLocked} onClick={glossary.save}>
            {t("content.save")}
          </Button>
        </footer>
      ) : null}
    </section>
  );
}

function NewTerm({ onAdd }: { onAdd: (term: string) => void }) {
  const { t } = useTranslation();
  const [name, setName] = useState("");
  return (
    <form
      className={styles.add}
      onSubmit={(event) => {
        event.preventDefault();
        if (idOfName(name)) onAdd(idOfName(name));
        setName("");
      }}
    >
      <input
        className={boxClass(null)}
        aria-label={t("content.newTerm")}
        placeholder={t("content.newTerm")}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" icon={Plus} disabled={idOfName(name) === ""}>
        {t("content.addTerm")}
      </Button>
    </form>
  );
}

/** The glossary with what is not saved yet, which a reload does not lose. */
function useGlossary(server: Terms) {
  const { projectId } = useContent();
  const client = useQueryClient();
  const told = useTold();
  const key = `${projectId}/glossary`;
  const draft = useDrafts((state) => state.drafts[key]);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const written = (draft?.values ?? {}) as Terms;
  const terms: Terms = { ...server };
  for (const [term, texts] of Object.entries(written)) terms[term] = { ...terms[term], ...texts };
  const changed = Object.entries(written).flatMap(([term, texts]) => {
    const own = changesOf(server[term] ?? {}, { ...server[term], ...filled(texts) });
    return Object.keys(own).length > 0 ? [[term, own as Record<string, string>] as const] : [];
  });
  const keep = (values: Terms) =>
    keepDraft(key, Object.keys(values).length > 0 ? { base: {}, values } : null);
  const act = async (work: () => Promise<ChangeAnswer>, left: Terms) => {
    setBusy(true);
    setFailure(null);
    try {
      told(await work());
      keep(left);
      await client.invalidateQueries({ queryKey: keys.content });
      await client.invalidateQueries({ queryKey: keys.inbox });
    } catch (thrown) {
      const { message, suggestion } = asApiError(thrown);
      setFailure(`${message} ${suggestion}`);
    }
    setBusy(false);
  };
  return {
    terms,
    count: changed.length,
    isBusy,
    failure,
    set: (term: string, locale: string, text: string) =>
      keep({ ...written, [term]: { ...written[term], [locale]: text } }),
    discard: () => keepDraft(key, null),
    save: () => void act(() => setTerms(projectId, Object.fromEntries(changed)), {}),
    remove: (term: string) => {
      const { [term]: _, ...left } = written;
      // A term that was never saved is only in this browser.
      if (term in server) void act(() => deleteTerms(projectId, [term]), left);
      else keep(left);
    },
  };
}

function filled(texts: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text.trim() !== ""));
}
