import { Plus } from "lucide-react";
import { Fragment, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { EntityTypeInfo, FieldDef } from "@/api/schema";
import { Button } from "@/ui/button";
import { Menu, MenuChoice, MenuItem, MenuRule } from "@/ui/menu";
import { sentenceParts, WordMenu } from "@/ui/word-menu";
import listStyles from "../list.module.css";
import { type Condition, conditionsIn, inSentence, type Look, shown } from "../model";

const LOOKS = ["table", "board", "list", "graph"] as const;

interface SentenceProps {
  kind: EntityTypeInfo;
  look: Look;
  /** The looks that this type can have. */
  looks: readonly (typeof LOOKS)[number][];
  onChange: (look: Look) => void;
  /** Opens what a menu has no room for: values that are written, columns. */
  onAdjust: () => void;
  children?: ReactNode;
}

/** What is shown, as one sentence whose underlined words open menus; each language has its own order. */
export function Sentence({ kind, look, looks, onChange, onAdjust, children }: SentenceProps) {
  const { t } = useTranslation();
  const { plural, name } = kind.definition;
  const conditions = conditionsIn(look.where);
  const put = (next: Condition[]) => onChange({ where: next.length > 0 ? JSON.stringify(next) : undefined });
  const parts: ReactNode[] = [
    <Fragment key="what">
      <span className={listStyles.strong}>{inSentence(plural || name)}</span>
      {conditions.map((one, at) => (
        <ConditionWord
          // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no name but their place
          key={at}
          kind={kind}
          condition={one}
          onAdjust={onAdjust}
          onChange={(next) =>
            put(conditions.flatMap((old, index) => (index === at ? (next ? [next] : []) : [old])))
          }
        />
      ))}
    </Fragment>,
    <WordMenu key="look" word={t(`records.asLooks.${look.view ?? "table"}`)} label={t("records.look")}>
      <MenuChoice
        label={t("records.look")}
        value={look.view ?? "table"}
        options={looks.map((value) => ({ value, label: t(`records.looks.${value}`) }))}
        onChange={(next) => onChange({ view: next === "table" ? undefined : next })}
      />
    </WordMenu>,
    <SortWord key="sort" kind={kind} sort={look.sort ?? ""} onSort={(sort) => onChange({ sort })} />,
  ];
  return (
    <div className={listStyles.words}>
      {sentenceParts(t("records.sentence")).map((part) =>
        typeof part === "number" ? parts[part] : <span key={part}>{part}</span>,
      )}
      <AddCondition kind={kind} onAdd={(one) => put([...conditions, one])} onAdjust={onAdjust} />
      {children}
    </div>
  );
}

interface ConditionWordProps {
  kind: EntityTypeInfo;
  condition: Condition;
  onChange: (next: Condition | null) => void;
  onAdjust: () => void;
}

function ConditionWord({ kind, condition, onChange, onAdjust }: ConditionWordProps) {
  const { t } = useTranslation();
  const field = kind.definition.fields?.find(({ key }) => key === condition.field);
  const label = field?.label || condition.field;
  const op = t(`records.ops.${condition.op as "eq"}`);
  const value = condition.op === "exists" ? "" : shown(condition.value);
  const word = t("records.conditionWord", { field: label, op, value }).trim();
  const choices = condition.op === "eq" ? choicesOf(field) : [];
  return (
    <WordMenu word={word} label={t("records.filter")}>
      {choices.length > 0 ? (
        <MenuChoice
          label={label}
          value={String(condition.value ?? "")}
          options={choices.map((one) => ({ value: one, label: one }))}
          onChange={(next) => onChange({ ...condition, value: next })}
        />
      ) : null}
      {choices.length > 0 ? <MenuRule /> : null}
      <MenuItem onClick={onAdjust}>{t("records.changeCondition")}</MenuItem>
      <MenuItem onClick={() => onChange(null)}>{t("records.dropCondition")}</MenuItem>
    </WordMenu>
  );
}

/** Return what a field offers. */
function choicesOf(field: FieldDef | undefined): readonly string[] {
  return field?.options ?? [];
}

interface AddConditionProps {
  kind: EntityTypeInfo;
  onAdd: (condition: Condition) => void;
  onAdjust: () => void;
}

function AddCondition({ kind, onAdd, onAdjust }: AddConditionProps) {
  const { t } = useTranslation();
  const offered = (kind.definition.fields ?? []).filter((field) => choicesOf(field).length > 0);
  return (
    <Menu
      trigger={
        <Button small look="quiet" icon={Plus}>
          {t("records.and")}
        </Button>
      }
    >
      {offered.map((field) => (
        <MenuItem
          key={field.key}
          onClick={() => onAdd({ field: field.key, op: "eq", value: choicesOf(field)[0] ?? "" })}
        >
          {t("records.whereField", { field: field.label || field.key })}
        </MenuItem>
      ))}
      <MenuItem onClick={onAdjust}>{t("records.otherCondition")}</MenuItem>
    </Menu>
  );
}

interface SortWordProps {
  kind: EntityTypeInfo;
  sort: string;
  onSort: (sort: string | undefined) => void;
}

function SortWord({ kind, sort, onSort }: SortWordProps) {
  const { t } = useTranslation();
  const isDown = sort.startsWith("-");
  const key = sort.replace(/^-/, "");
  const fields = [
    { key: "title", label: t("records.name") },
    ...(kind.definition.fields ?? []).filter(({ type }) => type !== "longText"),
    { key: "updatedAt", label: t("records.edited") },
  ];
  const label = fields.find((one) => one.key === key)?.label || key;
  const word = sort
    ? t(isDown ? "records.sortedDown" : "records.sortedUp", { field: inSentence(label) })
    : t("records.newest");
  const options = [
    { value: "", label: t("records.newest") },
    ...fields.map((one) => ({ value: one.key, label: one.label || one.key })),
  ];
  return (
    <WordMenu word={word} label={t("records.order")}>
      <MenuChoice
        label={t("records.order")}
        value={key}
        options={options}
        onChange={(next) => onSort(next || undefined)}
      />
      {sort ? <MenuRule /> : null}
      {sort ? (
        <MenuItem onClick={() => onSort(isDown ? key : `-${key}`)}>{t("records.turnOrder")}</MenuItem>
      ) : null}
    </WordMenu>
  );
}
