import { useQueries } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { IconButton } from "@/ui/icon-button";
import { useContent } from "../context";
import { titleOf } from "../model";
import { entriesQuery } from "../queries";
import { Control, SelectBox } from "./control";
import type { FieldProps } from "./field-input";
import styles from "./relation-field.module.css";

interface Target {
  id: string;
  title: string;
}

/** Return what a relation may point at, called by name. */
function useTargets(models: readonly string[], locale: string): Target[] {
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
          where: {},
          sort: model.titleField,
        },
        0,
      ),
    })),
  });
  return pages.flatMap((page, index) => {
    const model = defs[index];
    if (!model) return [];
    return (page.data?.rows ?? []).map(({ id, data }) => ({ id, title: titleOf(model, data, id) }));
  });
}

/** One entry of another model. */
export function RelationField({ field, value, onChange, error, isLocked, locale }: FieldProps) {
  const { t } = useTranslation();
  const targets = useTargets(field.targets, locale);
  const current = typeof value === "string" ? value : "";
  const isKnown = current === "" || targets.some(({ id }) => id === current);
  return (
    <Control label={field.label} name={field.name} hint={field.hint} error={error} required={field.required}>
      {(ids) => (
        <SelectBox
          {...ids}
          error={error}
          value={current}
          disabled={isLocked}
          onChange={(event) => onChange(event.target.value || null)}
        >
          <option value="">{t("content.nothing")}</option>
          {isKnown ? null : <option value={current}>{current}</option>}
          {targets.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </SelectBox>
      )}
    </Control>
  );
}

/** Several entries of another model, in their order. */
export function RelationsField({ field, value, onChange, error, isLocked, locale }: FieldProps) {
  const { t } = useTranslation();
  const targets = useTargets(field.targets, locale);
  const chosen = Array.isArray(value) ? value.map(String) : [];
  const nameOf = (id: string) => targets.find((target) => target.id === id)?.title ?? id;
  const set = (next: string[]) => onChange(next.length > 0 ? next : null);
  return (
    <Control label={field.label} name={field.name} hint={field.hint} error={error} required={field.required}>
      {(ids) => (
        <div className={styles.chips}>
          {chosen.map((id) => (
            <span key={id} className={styles.chip}>
              {nameOf(id)}
              {isLocked ? null : (
                <IconButton
                  small
                  icon={X}
                  name={t("content.removeNamed", { name: nameOf(id) })}
                  onClick={() => set(chosen.filter((other) => other !== id))}
                />
              )}
            </span>
          ))}
          <SelectBox
            {...ids}
            error={error}
            className={styles.add ?? ""}
            value=""
            disabled={isLocked}
            onChange={(event) => set([...chosen, event.target.value])}
          >
            <option value="">{t("content.addOne")}</option>
            {targets
              .filter(({ id }) => !chosen.includes(id))
              .map(({ id, title }) => (
                <option key={id} value={id}>
                  {title}
                </option>
              ))}
          </SelectBox>
        </div>
      )}
    </Control>
  );
}
