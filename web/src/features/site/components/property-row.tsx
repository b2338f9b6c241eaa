import { type CSSProperties, type FormEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { classes } from "@/lib/classes";
import { Button } from "@/ui/button";
import { useEditor } from "../editor";
import { heldAround } from "../inherit";
import type { Breakpoint, StyleRule } from "../model";
import {
  cssOf,
  type Held,
  kebab,
  type Property,
  plain,
  shortOf,
  styleEdits,
  suggestions,
  tokenOf,
  valueAt,
} from "../style";
import styles from "./properties.module.css";

interface Changed {
  context: string;
  name: string;
  old: string;
}

interface PropertyRowProps {
  rule: StyleRule;
  property: Property;
  at: Breakpoint | null;
  /** What a proposal changes of this rule. */
  changed: readonly Changed[];
}

/** One property of a rule: for all widths, and at the width at hand. */
export function PropertyRow({ rule, property, at, changed }: PropertyRowProps) {
  const label = usePropertyName(property.name);
  return (
    <div className={styles.row}>
      <span className={styles.key} title={kebab(property.name)}>
        {label}
      </span>
      <Value
        rule={rule}
        property={property}
        at={null}
        label={label}
        changed={changed}
        isWide={property.wide || !at}
      />
      {at && !property.wide ? (
        <Value rule={rule} property={property} at={at} label={label} changed={changed} isWide={false} />
      ) : null}
    </div>
  );
}

function usePropertyName(name: string): string {
  const { t, i18n } = useTranslation();
  const key = `site.properties.${name}`;
  return i18n.exists(key) ? t(key as "site.properties.color") : kebab(name);
}

interface ValueProps extends PropertyRowProps {
  label: string;
  isWide: boolean | undefined;
}

function Value({ rule, property, at, label, changed, isWide }: ValueProps) {
  const { t } = useTranslation();
  const { canvas, apply, can } = useEditor();
  const id = useId();
  const { own, inherited } = useHeld(rule, property.name, at);
  const [typed, setTyped] = useTyped(own);
  const token = tokenOf(own, canvas.tokens);
  const before = changed.find(({ name, context }) => name === property.name && context === (at?.id ?? ""));
  const save = () => {
    const value = typed?.trim() ?? null;
    if (value === null || value === own) {
      setTyped(null);
      return;
    }
    const said = t("site.styled", { name: rule.selector, property: kebab(property.name) });
    void apply(said, styleEdits(rule, property.name, { own, value }, at));
  };
  const shown = typed ?? (token?.value || own);
  const offers = suggestions(property.name, canvas);
  return (
    <span
      className={classes(
        styles.value,
        !own && typed === null && styles.inherits,
        isWide && styles.wide,
        before && styles.proposed,
      )}
    >
      {property.isColour && shown ? <Swatch colour={plain(token?.value || shown)} /> : null}
      {before?.old ? <del className={styles.old}>{before.old}</del> : null}
      <input
        className={styles.input}
        aria-label={at ? t("site.propertyAt", { name: label, width: at.label }) : label}
        value={shown}
        placeholder={inherited && t("site.inherits", { value: shortOf(inherited, canvas.tokens) })}
        list={id}
        disabled={!can.style || Boolean(rule.generated)}
        onFocus={() => setTyped(own)}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={save}
        onKeyDown={(event) => {
          if (event.key === "Enter") event.currentTarget.blur();
          if (event.key === "Escape") setTyped(null);
        }}
      />
      {token?.value && typed === null ? <span className={styles.token}>{token.name}</span> : null}
      <Offers id={id} values={offers} />
    </span>
  );
}

/** What a rule says of a property at a width, and what holds for the selected node where it says nothing. */
function useHeld(rule: StyleRule, name: string, at: Breakpoint | null): Held {
  const { canvas, node, tree, rules } = useEditor();
  const { own, inherited } = valueAt(rule, name, at?.id ?? null, canvas.breakpoints);
  return { own, inherited: inherited || heldAround({ node, tree, rules }, rule, name) };
}

/** What is being typed in place of a value; it gives way as soon as the value is another. */
function useTyped(own: string): [string | null, (text: string | null) => void] {
  const [typed, setTyped] = useState<{ own: string; text: string } | null>(null);
  const text = typed?.own === own ? typed.text : null;
  return [text, (next) => setTyped(next === null ? null : { own, text: next })];
}

/** Tokens to choose from while typing. */
function Offers({ id, values }: { id: string; values: string[] }) {
  return (
    <datalist id={id}>
      {values.map((value) => (
        <option key={value} value={value} />
      ))}
    </datalist>
  );
}

function Swatch({ colour }: { colour: string }) {
  return <span className={styles.swatch} style={{ "--colour": colour } as CSSProperties} />;
}

/** A property that the rule does not have yet. */
export function AddProperty({ rule, at }: { rule: StyleRule; at: Breakpoint | null }) {
  const { t } = useTranslation();
  const { apply, can } = useEditor();
  if (!can.style || rule.generated) return null;
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const { property = "", value = "" } = Object.fromEntries(new FormData(form)) as Record<string, string>;
    const said = t("site.styled", { name: rule.selector, property });
    void apply(said, [
      { tool: "applyCss", input: { css: cssOf(rule, property.trim(), value.trim(), at) } },
    ]).then((answer) => answer && form.reset());
  };
  return (
    <form className={styles.row} onSubmit={send}>
      <span className={styles.value}>
        <input
          className={styles.input}
          name="property"
          aria-label={t("site.property")}
          placeholder={t("site.property")}
          required
        />
      </span>
      <span className={styles.value}>
        <input
          className={styles.input}
          name="value"
          aria-label={t("site.value")}
          placeholder={t("site.value")}
          required
        />
      </span>
      <Button type="submit" look="quiet" small>
        {t("site.addProperty")}
      </Button>
    </form>
  );
}
