import { Combobox } from "@base-ui/react/combobox";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useDeferredValue, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "@/api/client";
import { keys } from "@/api/keys";
import { classes } from "@/lib/classes";
import { useProject } from "@/lib/session";
import fields from "./field.module.css";
import floats from "./float.module.css";
import { Icon } from "./icon";
import styles from "./reference-picker.module.css";

/** Something of the studio that is referred to: where it belongs, which it is, and how it is called. */
export interface Reference {
  room: string;
  kind: string;
  id: string;
  title: string;
  detail?: string;
}

/** What can be referred to, unless somebody asks for less. */
const ROOMS = ["content", "site", "articles", "entities", "agents", "runs"];
const LEAST = 2;

interface ReferencePickerProps {
  label: string;
  hint?: string;
  value: Reference[];
  onChange: (value: Reference[]) => void;
  /** Only these rooms: `content`, `site`, `articles`, `entities`, `agents`, `runs`. */
  rooms?: string[];
  /** How many at most. */
  most?: number;
}

/** Find entries, pages, articles, records, agents and runs by their words, and keep some of them. */
export function ReferencePicker({
  label,
  hint,
  value,
  onChange,
  rooms = ROOMS,
  most = 10,
}: ReferencePickerProps) {
  const { t } = useTranslation();
  const id = useId();
  const [typed, setTyped] = useState("");
  const { items, isAsked } = useReferences(typed, rooms, value);
  const add = (one: Reference | null) => {
    if (one) onChange([...value, one].slice(0, most));
    setTyped("");
  };
  return (
    <div className={fields.field}>
      <label className={fields.label} htmlFor={id}>
        {label}
      </label>
      <Chosen
        value={value}
        onRemove={(gone) => onChange(value.filter((one) => keyOf(one) !== keyOf(gone)))}
      />
      <Combobox.Root
        items={items}
        filter={null}
        value={null}
        inputValue={typed}
        onInputValueChange={setTyped}
        onValueChange={add}
        itemToStringLabel={(one: Reference) => one.title}
        disabled={value.length >= most}
      >
        <Combobox.Input id={id} className={fields.input} placeholder={t("reference.find")} />
        <Combobox.Portal>
          <Combobox.Positioner sideOffset={4} className={floats.choices}>
            <Combobox.Popup className={classes(floats.float, floats.menu)}>
              <Combobox.Empty className={styles.none}>
                {isAsked ? t("reference.none") : t("reference.more")}
              </Combobox.Empty>
              <Combobox.List>
                {(one: Reference) => (
                  <Combobox.Item key={keyOf(one)} value={one} className={floats.item}>
                    <span className={floats.grow}>{one.title}</span>
                    <span className={styles.kind}>
                      {one.detail || t(`reference.${one.room as "entities"}`)}
                    </span>
                  </Combobox.Item>
                )}
              </Combobox.List>
            </Combobox.Popup>
          </Combobox.Positioner>
        </Combobox.Portal>
      </Combobox.Root>
      {hint ? <p className={fields.hint}>{hint}</p> : null}
    </div>
  );
}

function Chosen({ value, onRemove }: { value: Reference[]; onRemove: (gone: Reference) => void }) {
  const { t } = useTranslation();
  if (value.length === 0) return null;
  return (
    <ul className={styles.chosen}>
      {value.map((one) => (
        <li key={keyOf(one)} className={styles.one}>
          <span className={styles.title}>{one.title}</span>
          <span className={styles.kind}>{t(`reference.${one.room as "entities"}`)}</span>
          <button
            type="button"
            className={styles.remove}
            aria-label={t("reference.remove", { title: one.title })}
            onClick={() => onRemove(one)}
          >
            <Icon of={X} size="tiny" />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Return what has the typed words in some rooms, without what is chosen already. */
function useReferences(typed: string, rooms: string[], chosen: Reference[]) {
  const project = useProject()?.slug;
  const query = useDeferredValue(typed.trim());
  const isAsked = query.length >= LEAST;
  const { data = [] } = useQuery({
    queryKey: keys.search(project, query),
    queryFn: () =>
      unwrap(api.GET("/api/search/global", { params: { query: { query, project: project ?? null } } })),
    enabled: isAsked,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });
  const known = new Set(chosen.map(keyOf));
  const items = data.filter((one) => rooms.includes(one.room) && !known.has(keyOf(one)));
  return { items: isAsked ? items : [], isAsked };
}

function keyOf({ room, kind, id }: Reference): string {
  return `${room}.${kind}.${id}`;
}
