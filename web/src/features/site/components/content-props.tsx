import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Pick } from "@/ui/pick";
import { useEditor } from "../editor";
import type { Json, SiteNode } from "../model";
import { look } from "../queries";
import { LoopProps } from "./loop-props";
import styles from "./properties.module.css";

interface ModuleProp {
  key: string;
  type: string;
  label: string;
  options?: { label: string; value: string }[];
}

interface ModuleInfo {
  id: string;
  props: ModuleProp[];
}

const MORE: Record<string, ModuleProp[]> = {
  "base.image": [{ key: "alt", type: "text", label: "Alt" }],
};
const SHOWN = new Set([
  "text",
  "textarea",
  "url",
  "image",
  "media",
  "select",
  "toggle",
  "number",
  "richtext",
]);

/** What a node shows and does: its words, addresses and choices, or the entries that it repeats. */
export function ContentProps({ node }: { node: SiteNode }) {
  const { t } = useTranslation();
  const { projectId } = useEditor();
  const { data } = useQuery({
    queryKey: ["site", "modules"],
    queryFn: async () => (await look(projectId, "list_modules", {}, null)).modules as ModuleInfo[],
    staleTime: Number.POSITIVE_INFINITY,
  });
  const known = data?.find(({ id }) => id === node.moduleId)?.props ?? [];
  const props = [...known.filter(({ type }) => SHOWN.has(type)), ...(MORE[node.moduleId] ?? [])];
  const isBound = props.some(({ key }) => isToken(node, key));
  if (node.moduleId === "base.loop") return <LoopProps node={node} />;
  if (props.length === 0) return null;
  return (
    <section className={styles.part} aria-label={t("site.content")}>
      <h3 className={styles.partHead}>
        {t("site.content")}
        {isBound ? <span className={styles.muted}>{t("site.bound")}</span> : null}
      </h3>
      {props.map((prop) => (
        <PropField key={prop.key} node={node} prop={prop} />
      ))}
    </section>
  );
}

function isToken({ props, dynamicBindings }: SiteNode, key: string): boolean {
  const value = props[key];
  return Boolean(dynamicBindings?.[key]) || (typeof value === "string" && value.includes("{"));
}

function PropField({ node, prop }: { node: SiteNode; prop: ModuleProp }) {
  const { t, i18n } = useTranslation();
  const { apply, can } = useEditor();
  const named = `site.props.${prop.key}`;
  const label = i18n.exists(named) ? t(named as "site.props.text") : prop.label;
  const value = node.props[prop.key];
  const save = (next: unknown) => {
    if (next === value) return;
    const input: Json = { nodeId: node.id, patch: { [prop.key]: next } };
    void apply(t("site.setProp", { name: label }), [{ tool: "updateNodeProps", input }]);
  };
  return (
    <div className={prop.type === "textarea" ? styles.tallRow : styles.row}>
      <span className={styles.key}>{label}</span>
      {prop.type === "select" && prop.options ? (
        <Pick
          label={label}
          value={String(value ?? "")}
          options={prop.options}
          onChange={save}
          className={styles.pick ?? ""}
        />
      ) : prop.type === "toggle" ? (
        <input
          type="checkbox"
          aria-label={label}
          checked={value === true}
          disabled={!can.text}
          onChange={(event) => save(event.target.checked)}
        />
      ) : (
        <TextValue
          label={label}
          value={String(value ?? "")}
          isLong={prop.type === "textarea"}
          onSave={save}
        />
      )}
    </div>
  );
}

interface TextValueProps {
  label: string;
  value: string;
  isLong: boolean;
  onSave: (value: string) => void;
}

function TextValue({ label, value, isLong, onSave }: TextValueProps) {
  const { can } = useEditor();
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  const shared = {
    className: styles.input,
    "aria-label": label,
    value: typed,
    disabled: !can.text,
    onChange: (event: { target: { value: string } }) => setTyped(event.target.value),
    onBlur: () => onSave(typed),
    onKeyDown: (event: KeyboardEvent) => event.key === "Escape" && setTyped(value),
  };
  return (
    <span className={isLong ? styles.area : `${styles.value} ${styles.wide}`}>
      {isLong ? (
        <textarea {...shared} rows={Math.min(6, 1 + Math.ceil(typed.length / 36))} />
      ) : (
        <input
          {...shared}
          onKeyDown={(event) => {
            shared.onKeyDown(event);
            if (event.key === "Enter") event.currentTarget.blur();
          }}
        />
      )}
    </span>
  );
}
