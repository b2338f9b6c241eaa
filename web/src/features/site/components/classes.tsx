import { Plus, X } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/ui/button";
import { Icon } from "@/ui/icon";
import { useEditor } from "../editor";
import type { StyleRule } from "../model";
import styles from "./properties.module.css";

interface ClassesProps {
  own: StyleRule[];
  /** The class whose styles are shown. */
  picked: string | null;
  onPick: (id: string) => void;
}

/** The classes of the selected node: press one to see its styles, take it away, add another. */
export function Classes({ own, picked, onPick }: ClassesProps) {
  const { t } = useTranslation();
  const { node, apply, can, canvas } = useEditor();
  const [isAdding, setAdding] = useState(false);
  const id = useId();
  if (!node) return null;
  const remove = ({ name, id: classId }: StyleRule) =>
    void apply(t("site.tookClass", { name }), [{ tool: "removeClass", input: { nodeId: node.id, classId } }]);
  const add = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get("name") ?? "")
      .trim()
      .replace(/^\./, "");
    if (!name) return;
    const isKnown = canvas.rules.some((rule) => rule.kind === "class" && rule.name === name);
    const make = { tool: "applyCss", input: { css: `.${name} {}` } };
    const give = { tool: "assignClass", input: { nodeId: node.id, classId: name } };
    setAdding(false);
    await apply(t("site.gaveClass", { name }), isKnown ? [give] : [make, give]);
  };
  return (
    <section className={styles.classes} aria-label={t("site.classes")}>
      <h3 className={styles.small}>{t("site.classes")}</h3>
      <div className={styles.chips}>
        {own.map((rule) => (
          <span key={rule.id} className={styles.chip} data-picked={rule.id === picked || undefined}>
            <button type="button" aria-pressed={rule.id === picked} onClick={() => onPick(rule.id)}>
              {rule.name}
            </button>
            {can.style ? (
              <button
                type="button"
                className={styles.away}
                aria-label={t("site.takeClass", { name: rule.name })}
                onClick={() => remove(rule)}
              >
                <Icon of={X} size="tiny" />
              </button>
            ) : null}
          </span>
        ))}
        {!can.style ? null : isAdding ? (
          <form onSubmit={(event) => void add(event)} className={styles.adding}>
            <input
              className={styles.boxed}
              name="name"
              list={id}
              aria-label={t("site.className")}
              // biome-ignore lint/a11y/noAutofocus: it was just asked for
              autoFocus
              onKeyDown={(event) => event.key === "Escape" && setAdding(false)}
              onBlur={(event) => event.target.value === "" && setAdding(false)}
            />
            <datalist id={id}>
              {canvas.rules
                .filter((rule) => rule.kind === "class" && !rule.generated)
                .map((rule) => (
                  <option key={rule.id} value={rule.name} />
                ))}
            </datalist>
          </form>
        ) : (
          <Button look="quiet" small icon={Plus} onClick={() => setAdding(true)}>
            {t("site.addClass")}
          </Button>
        )}
      </div>
    </section>
  );
}
