import { useQueries } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "@/ui/icon-button";
import { useContent } from "../context";
import { titleOf } from "../model";
import { entriesQuery } from "../queries";
import { type Reference, readReference, referenceOf, wordOf, writeReference } from "../relations";
import { boxClass, Control, type ControlIds, SelectBox } from "./control";
import type { FieldProps } from "./field-input";
import styles from "./relation-field.module.css";

interface Target extends Reference {
  title: string;
}

/** Return what a relation may point at, called by name; with words, only what has them in its title. */
function useTargets(
  models: readonly string[],
  locale: string,
  words = "",
): { targets: Target[]; total: number } {
  const { projectId, models: all, ref } = useContent();
  const defs = models.flatMap((id) => all.find((model) => model.id === id) ?? []);
  const pages = useQueries({
    queries: defs.map((model) => ({
      ...entriesQuery(
        {
          projectId,
          model: model.id,
          locale: model.i18n ? locale : "",
          ref,
          fields: [model.titleField],
          where: words ? { [model.titleField]: { contains: words } } : {},
          sort: model.titleField,
        },
        0,
      ),
    })),
  });
  const targets = pages.flatMap((page, index) => {
    const model = defs[index];
    if (!model) return [];
    const rows = page.data?.rows ?? [];
    return rows.map(({ id, data }) => ({ model: model.id, id, title: titleOf(model, data, id) }));
  });
  return { targets, total: pages.reduce((sum, page) => sum + (page.data?.total ?? 0), 0) };
}

/** One entry of another model. */
export function RelationField({ field, value, onChange, error, isLocked, locale }: FieldProps) {
  const { t } = useTranslation();
  const { targets, total } = useTargets(field.targets, locale);
  const current = readReference(value, field.targets);
  const word = current ? wordOf(current) : "";
  const isKnown = word === "" || targets.some((target) => wordOf(target) === word);
  const take = (next: Reference | null) => onChange(next ? writeReference(next, field.targets) : null);
  return (
    <Control label={field.label} name={field.name} hint={field.hint} error={error} required={field.required}>
      {(ids) =>
        total > targets.length ? (
          <div className={styles.chips}>
            {current ? (
              <Chip name={nameOf(targets, current)} isLocked={isLocked} onRemove={() => onChange(null)} />
            ) : null}
            {isLocked ? null : <Finder ids={ids} models={field.targets} locale={locale} onTake={take} />}
          </div>
        ) : (
          <SelectBox
            {...ids}
            error={error}
            value={word}
            disabled={isLocked}
            onChange={(event) => take(referenceOf(event.target.value))}
          >
            <option value="">{t("content.nothing")}</option>
            {isKnown ? null : <option value={word}>{current?.id}</option>}
            <Options targets={targets} />
          </SelectBox>
        )
      }
    </Control>
  );
}

function Options({ targets }: { targets: readonly Target[] }) {
  return targets.map((target) => (
    <option key={wordOf(target)} value={wordOf(target)}>
      {target.title}
    </option>
  ));
}

function nameOf(targets: readonly Target[], reference: Reference): string {
  return targets.find((target) => wordOf(target) === wordOf(reference))?.title ?? reference.id;
}

interface ChipProps {
  name: string;
  isLocked: boolean;
  onRemove: () => void;
}

function Chip({ name, isLocked, onRemove }: ChipProps) {
  const { t } = useTranslation();
  return (
    <span className={styles.chip}>
      <span className={styles.name}>{name}</span>
      {isLocked ? null : (
        <IconButton small icon={X} name={t("content.removeNamed", { name })} onClick={onRemove} />
      )}
    </span>
  );
}

interface FinderProps {
  ids: ControlIds;
  models: readonly string[];
  locale: string;
  onTake: (reference: Reference) => void;
}

/** Finds one of many by its title: the list shows what fits, and taking one clears the words. */
function Finder({ ids, models, locale, onTake }: FinderProps) {
  const { t } = useTranslation();
  const [words, setWords] = useState("");
  const { targets } = useTargets(models, locale, words);
  const change = (text: string) => {
    const found = targets.find(({ title }) => title === text);
    setWords(found ? "" : text);
    if (found) onTake(found);
  };
  return (
    <>
      <input
        {...ids}
        className={boxClass(null, styles.finder)}
        list={`${ids.id}-list`}
        placeholder={t("content.findTarget")}
        value={words}
        onChange={(event) => change(event.target.value)}
      />
      <datalist id={`${ids.id}-list`}>
        {targets.slice(0, 20).map((target) => (
          <option key={wordOf(target)} value={target.title} />
        ))}
      </datalist>
    </>
  );
}

/** Several entries of other models, in their order. */
export function RelationsField({ field, value, onChange, error, isLocked, locale }: FieldProps) {
  const { t } = useTranslation();
  const { targets, total } = useTargets(field.targets, locale);
  const chosen = (Array.isArray(value) ? value : []).flatMap(
    (one: unknown) => readReference(one, field.targets) ?? [],
  );
  const words = chosen.map(wordOf);
  const set = (next: Reference[]) =>
    onChange(next.length > 0 ? next.map((one) => writeReference(one, field.targets)) : null);
  const add = (next: Reference | null) => {
    if (next && !words.includes(wordOf(next))) set([...chosen, next]);
  };
  return (
    <Control label={field.label} name={field.name} hint={field.hint} error={error} required={field.required}>
      {(ids) => (
        <div className={styles.chips}>
          {chosen.map((one) => (
            <Chip
              key={wordOf(one)}
              name={nameOf(targets, one)}
              isLocked={isLocked}
              onRemove={() => set(chosen.filter((other) => wordOf(other) !== wordOf(one)))}
            />
          ))}
          {total > targets.length ? (
            <Finder ids={ids} models={field.targets} locale={locale} onTake={add} />
          ) : (
            <SelectBox
              {...ids}
              error={error}
              className={styles.add ?? ""}
              value=""
              disabled={isLocked}
              onChange={(event) => add(referenceOf(event.target.value))}
            >
              <option value="">{t("content.addOne")}</option>
              <Options targets={targets.filter((target) => !words.includes(wordOf(target)))} />
            </SelectBox>
          )}
        </div>
      )}
    </Control>
  );
}
