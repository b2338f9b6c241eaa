import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/ui/button";
import { useEditor } from "../editor";
import type { StyleRule } from "../model";
import { kebab } from "../style";
import styles from "./lists.module.css";

/** Every selector of the site with its declarations, as CSS that can be changed. */
export default function StylesView() {
  const { t } = useTranslation();
  const { canvas } = useEditor();
  const [find, setFind] = useState("");
  const [open, setOpen] = useState<string | null>(null);
  const rules = canvas.rules.filter(({ generated, selector }) => !generated && selector.includes(find));
  return (
    <>
      <input
        type="search"
        className={styles.find}
        aria-label={t("site.findRule")}
        placeholder={t("site.findRule")}
        value={find}
        onChange={(event) => setFind(event.target.value)}
      />
      <ul className={styles.list}>
        {rules.map((rule) => (
          <li key={rule.id}>
            <button
              type="button"
              className={styles.row}
              aria-expanded={open === rule.id}
              onClick={() => setOpen(open === rule.id ? null : rule.id)}
            >
              <code className={styles.name}>{rule.selector}</code>
              <span className={styles.note}>{canvas.uses[rule.id] ?? ""}</span>
            </button>
            {open === rule.id ? <RuleText rule={rule} /> : null}
          </li>
        ))}
      </ul>
    </>
  );
}

function cssText(
  { selector, styles, contextStyles, rawCss }: StyleRule,
  query: (id: string) => string,
): string {
  if (rawCss) return rawCss;
  const block = (bag: Record<string, unknown>, pad: string) =>
    [
      `${pad}${selector} {`,
      ...Object.entries(bag).map(([name, value]) => `${pad}  ${kebab(name)}: ${String(value)};`),
      `${pad}}`,
    ].join("\n");
  const contexts = Object.entries(contextStyles).map(
    ([id, bag]) => `@media ${query(id)} {\n${block(bag, "  ")}\n}`,
  );
  return [block(styles, ""), ...contexts].join("\n\n");
}

function RuleText({ rule }: { rule: StyleRule }) {
  const { t } = useTranslation();
  const { canvas, apply, can } = useEditor();
  const query = (id: string) => canvas.breakpoints.find((one) => one.id === id)?.mediaQuery ?? "all";
  const text = cssText(rule, query);
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const css = String(new FormData(event.currentTarget).get("css") ?? "");
    if (css !== text)
      void apply(t("site.styledRule", { name: rule.selector }), [{ tool: "applyCss", input: { css } }]);
  };
  return (
    <form className={styles.form} onSubmit={save}>
      <textarea
        key={text}
        className={styles.code}
        name="css"
        aria-label={t("site.cssOf", { name: rule.selector })}
        defaultValue={text}
        rows={Math.min(18, text.split("\n").length + 1)}
        spellCheck={false}
        readOnly={!can.style}
      />
      {can.style ? (
        <Button type="submit" small>
          {t("site.save")}
        </Button>
      ) : null}
    </form>
  );
}
