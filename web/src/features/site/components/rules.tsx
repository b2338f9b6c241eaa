import { Plus, Trash2 } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/ui/button";
import { useEditor } from "../editor";
import type { StyleRule } from "../model";
import { ruleEdits, ruleText } from "../style";
import styles from "./lists.module.css";
import { useRemoval } from "./removal";

/** Every selector of the site with its declarations, as CSS that can be changed. */
export default function StylesView() {
  const { t } = useTranslation();
  const { canvas, can } = useEditor();
  const [find, setFind] = useState("");
  const [open, setOpen] = useState<string | null>(null);
  const { remove, question } = useRemoval();
  const drop = ({ id, kind, selector }: StyleRule) =>
    remove({
      id,
      name: selector,
      kind: kind === "class" ? "rule" : "selector",
      edit: { tool: "delete_rule", input: { ruleId: id } },
      onDone: () => setOpen(null),
    });
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
              onKeyDown={(event) => can.style && event.key === "Delete" && drop(rule)}
            >
              <code className={styles.name}>{rule.selector}</code>
              <span className={styles.note}>{canvas.uses[rule.id] ?? ""}</span>
            </button>
            {open === rule.id ? <RuleText rule={rule} onDelete={() => drop(rule)} /> : null}
          </li>
        ))}
      </ul>
      <NewRule />
      {question}
    </>
  );
}

/** Any CSS: a selector that nothing has yet, a state such as `:hover`, or keyframes. */
function NewRule() {
  const { t } = useTranslation();
  const { apply, can } = useEditor();
  const [isOpen, setOpen] = useState(false);
  if (!can.style) return null;
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const css = String(new FormData(event.currentTarget).get("css") ?? "");
    const name = css.split("{")[0]?.trim() ?? "";
    if (await apply(t("site.styledRule", { name }), [{ tool: "applyCss", input: { css } }])) setOpen(false);
  };
  if (!isOpen)
    return (
      <div className={styles.form}>
        <Button look="quiet" small icon={Plus} onClick={() => setOpen(true)}>
          {t("site.newRule")}
        </Button>
      </div>
    );
  return (
    <form className={styles.form} onSubmit={(event) => void save(event)}>
      <textarea
        className={styles.code}
        name="css"
        aria-label={t("site.newRule")}
        placeholder="a:hover { color: red; }"
        rows={4}
        spellCheck={false}
        required
        // biome-ignore lint/a11y/noAutofocus: it was just asked for
        autoFocus
        onKeyDown={(event) => event.key === "Escape" && setOpen(false)}
      />
      <Button type="submit" small>
        {t("site.save")}
      </Button>
    </form>
  );
}

function RuleText({ rule, onDelete }: { rule: StyleRule; onDelete: () => void }) {
  const { t } = useTranslation();
  const { canvas, apply, can } = useEditor();
  const text = ruleText(rule, canvas);
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const css = String(new FormData(event.currentTarget).get("css") ?? "");
    if (css !== text) void apply(t("site.styledRule", { name: rule.selector }), ruleEdits(rule, text, css));
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
        <div className={styles.actions}>
          <Button type="submit" small>
            {t("site.save")}
          </Button>
          <Button look="quiet" small icon={Trash2} onClick={onDelete}>
            {t("site.deleteRule")}
          </Button>
        </div>
      ) : null}
    </form>
  );
}
