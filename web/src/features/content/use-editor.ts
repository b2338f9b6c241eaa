/** An entry being edited: its values, what changed, and saving so that nobody overwrites anybody. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { asApiError } from "@/api/errors";
import { keys } from "@/api/keys";
import { saveEntry } from "./changes";
import { keepDraft, useDrafts } from "./drafts";
import { caughtUp, changesOf, contested, issuesByField, type ModelDef, ontoNow, saveBody } from "./model";
import { type EntryNow, type EntryWish, entryQuery, readEntry } from "./queries";
import { useTold } from "./use-told";

type Json = Record<string, unknown>;

export interface Clash {
  fields: string[];
  now: Json;
}

export interface Editor {
  wish: EntryWish;
  model: ModelDef;
  isPending: boolean;
  /** What the studio has; null when this locale has no such entry yet. */
  server: EntryNow | null;
  values: Json;
  changed: Json;
  isDirty: boolean;
  isBusy: boolean;
  canWrite: boolean;
  errors: Record<string, string>;
  failure: string | null;
  clash: Clash | null;
  set: (name: string, value: unknown) => void;
  replace: (values: Json) => void;
  discard: () => void;
  save: () => void;
  /** Settle a clash: keep what was written here, or take what stands there now. */
  settle: (take: "mine" | "theirs") => void;
}

const NOTHING: Json = {};

/** Return the editor of one entry. */
export function useEditor(
  wish: EntryWish,
  model: ModelDef,
  canWrite: boolean,
  onSaved: (id: string) => void,
): Editor {
  const client = useQueryClient();
  const told = useTold();
  const query = useQuery({ ...entryQuery(wish), enabled: wish.entry !== null || isWhole(model) });
  const key = [wish.projectId, wish.model, wish.locale, wish.entry ?? "new"].join("/");
  const draft = useDrafts((state) => state.drafts[key]) ?? null;
  const [isBusy, setBusy] = useState(false);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [clash, setClash] = useState<Clash | null>(null);
  const server = query.data ?? null;
  const now = server?.data ?? NOTHING;
  const { base, values } = (draft && server ? ontoNow(draft, now) : draft) ?? { base: now, values: now };
  const changed = changesOf(base, values);
  const replace = (next: Json, from = base) => {
    const isSame = Object.keys(changesOf(from, next)).length === 0;
    keepDraft(key, isSame ? null : { base: from, values: next });
  };
  // Reads what stands at the moment it is called, so that a field can keep the same function and stay as it is
  // while another one is typed into.
  const set = useCallback(
    (name: string, value: unknown) => {
      const known = client.getQueryData(entryQuery(wish).queryKey)?.data ?? NOTHING;
      const { base: from, values: before } = useDrafts.getState().drafts[key] ?? {
        base: known,
        values: known,
      };
      const next = { ...before, [name]: value };
      const isSame = Object.keys(changesOf(from, next)).length === 0;
      keepDraft(key, isSame ? null : { base: from, values: next });
    },
    [client, key, wish],
  );
  const send = async (from: Json, mine: Json) => {
    const there = await readEntry(wish);
    const now = there?.data ?? NOTHING;
    const fields = contested(from, now, mine);
    if (fields.length > 0) {
      setClash({ fields, now });
      return;
    }
    const next = caughtUp(from, now, mine);
    const wanted = changesOf(now, next);
    const seen = Object.fromEntries(Object.keys(wanted).map((name) => [name, now[name] ?? null]));
    const answer = await saveEntry(wish.projectId, wish.model, {
      ...saveBody(model, wish.entry, wish.locale, wanted),
      ...(wish.entry !== null || isWhole(model) ? { seen } : {}),
    });
    // What was saved stays in the form while it is fetched anew, instead of what stood there before.
    if (there && answer.state === "merged") {
      const saved: EntryNow = { ...there, data: next };
      client.setQueryData(entryQuery(wish).queryKey, () => saved);
    }
    keepDraft(key, null);
    told(answer);
    await client.invalidateQueries({ queryKey: keys.content });
    await client.invalidateQueries({ queryKey: keys.inbox });
    onSaved(String(answer.results[0]?.id ?? answer.results[0]?.slug ?? wish.entry ?? ""));
  };
  const act = async (from: Json, mine: Json) => {
    setBusy(true);
    setErrors({});
    setFailure(null);
    try {
      await send(from, mine);
    } catch (thrown) {
      const error = asApiError(thrown);
      const { now } = error.context;
      if (error.code === "conflict" && typeof now === "object" && now !== null) {
        // Somebody was faster between our look and our save: the same question as if we had seen it.
        setClash({ fields: Object.keys(now), now: { ...from, ...now } });
        setBusy(false);
        return;
      }
      const byField = issuesByField(error.context);
      setErrors(byField);
      setFailure(Object.keys(byField).length > 0 ? null : `${error.message} ${error.suggestion}`);
      showField(Object.keys(byField)[0] ?? "");
    }
    setBusy(false);
  };
  return {
    wish,
    model,
    isPending: query.isPending && query.fetchStatus !== "idle",
    server,
    values,
    changed,
    isDirty: Object.keys(changed).length > 0,
    isBusy,
    canWrite,
    errors,
    failure,
    clash,
    set,
    replace: (next) => replace(next),
    discard: () => {
      keepDraft(key, null);
      setErrors({});
      setFailure(null);
      setClash(null);
    },
    save: () => void act(base, values),
    settle: (take) => {
      if (!clash) return;
      const rest = caughtUp(base, clash.now, values);
      const theirs = Object.fromEntries(clash.fields.map((name) => [name, clash.now[name]]));
      const next = take === "mine" ? rest : { ...rest, ...theirs };
      // What the question showed is what stands there: fields that nobody changed here follow it.
      client.setQueryData(entryQuery(wish).queryKey, (known) => known && { ...known, data: clash.now });
      replace(next, clash.now);
      setClash(null);
      if (take === "mine") void act(clash.now, next);
    },
  };
}

/** Bring a field into sight and put the keyboard there. */
function showField(name: string): void {
  const field = document.querySelector<HTMLElement>(`[data-field="${CSS.escape(name)}"]`);
  field?.scrollIntoView({ block: "nearest" });
  field?.querySelector<HTMLElement>("input, textarea, select, [role=textbox]")?.focus();
}

/** Tell whether a model has one record per locale instead of entries. */
export function isWhole(model: Pick<ModelDef, "kind">): boolean {
  return model.kind === "singleton" || model.kind === "dictionary";
}
