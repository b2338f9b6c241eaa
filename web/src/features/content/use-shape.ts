/** A content model being edited: its shape, what changed, and saving without breaking entries unasked. */
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { asApiError } from "@/api/errors";
import { keys } from "@/api/keys";
import { saveModel } from "./changes";
import { keepDraft, useDrafts } from "./drafts";
import { readIssues, same } from "./model";
import { type Shape, saveOf } from "./shape";
import { useTold } from "./use-told";

type Json = Record<string, unknown>;

export interface ShapeEditor {
  shape: Shape;
  isDirty: boolean;
  isBusy: boolean;
  /** True when somebody else changed the model since the person began. */
  isBehind: boolean;
  /** What entries could not follow; saving again goes through with it. */
  breaking: string[];
  failures: string[];
  change: (next: Partial<Shape>) => void;
  discard: () => void;
  save: () => void;
}

/** Return the editor of a model; `before` is null for one that does not exist yet. */
export function useShape(
  projectId: string,
  before: Shape | null,
  fresh: Shape,
  onSaved: (id: string) => void,
): ShapeEditor {
  const client = useQueryClient();
  const told = useTold();
  const key = [projectId, "model", before?.id ?? "new"].join("/");
  const draft = useDrafts((state) => state.drafts[key]) ?? null;
  const [isBusy, setBusy] = useState(false);
  const [breaking, setBreaking] = useState<string[]>([]);
  const [failures, setFailures] = useState<string[]>([]);
  const base = (draft?.base as Shape | undefined) ?? before ?? fresh;
  const shape = (draft?.values as Shape | undefined) ?? base;
  const forget = () => {
    keepDraft(key, null);
    setBreaking([]);
    setFailures([]);
  };
  const act = async () => {
    setBusy(true);
    setFailures([]);
    try {
      const body = { ...saveOf(before ? base : null, shape), allowBreaking: breaking.length > 0 };
      told(await saveModel(projectId, shape.id, body));
      forget();
      await client.invalidateQueries({ queryKey: keys.content });
      await client.invalidateQueries({ queryKey: keys.inbox });
      onSaved(shape.id);
    } catch (thrown) {
      const { message, suggestion, context } = asApiError(thrown);
      const changes = Array.isArray(context.changes) ? context.changes.map(String) : [];
      setBreaking(changes);
      setFailures(changes.length > 0 ? [] : failuresOf(context, `${message} ${suggestion}`));
    }
    setBusy(false);
  };
  return {
    shape,
    isDirty: !same(base, shape),
    isBusy,
    isBehind: draft !== null && before !== null && !same(base, before),
    breaking,
    failures,
    change: (next) => {
      const values = { ...shape, ...next };
      setBreaking([]);
      keepDraft(key, same(base, values) ? null : { base: { ...base }, values });
    },
    discard: forget,
    save: () => void act(),
  };
}

function failuresOf(context: Json, otherwise: string): string[] {
  const issues = Array.isArray(context.issues) ? readIssues(context.issues as Json[]) : [];
  const errors = issues.filter(({ severity }) => severity === "error").map(({ message }) => message);
  return errors.length > 0 ? errors : [otherwise];
}
