import { useQuery, useQueryClient } from "@tanstack/react-query";
import { X } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "@/api/client";
import { keys } from "@/api/keys";
import type { EvalCaseInfo } from "@/api/schema";
import { useAct } from "@/lib/use-act";
import { Button } from "@/ui/button";
import { Field } from "@/ui/field";
import { IconButton } from "@/ui/icon-button";
import { Pick } from "@/ui/pick";
import { CHECK_KINDS, type CheckKind, checkOf, fieldOf } from "../checks";
import { toolsQuery } from "../queries";
import { wantedOf } from "../trials";
import styles from "./evals.module.css";

/** What must hold in a case, check by check: each is taken away or added at once. */
export function ChecksForm({ one, onDone }: { one: EvalCaseInfo; onDone: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { isBusy, act } = useAct();
  const save = (checks: readonly object[]) =>
    act(async () => {
      const body = { checks: checks as never[] };
      await unwrap(api.PUT("/api/evals/{case_id}", { params: { path: { case_id: one.id } }, body }));
      await client.invalidateQueries({ queryKey: keys.agents });
    });
  const nameOf = (kind: unknown) =>
    t(`agents.checkKinds.${kind as CheckKind}`, { defaultValue: String(kind) });
  return (
    <>
      <ul>
        {one.checks.map((check, at) => {
          const wanted = wantedOf(one.checks, at, one.checks);
          const told = `${nameOf(check.kind)} ${wanted}`.trim();
          return (
            <li key={JSON.stringify(check)} className={styles.checkRow}>
              <span>{told}</span>
              <IconButton
                icon={X}
                name={t("agents.checkDrop", { check: told })}
                disabled={isBusy}
                onClick={() => save(one.checks.filter((_, other) => other !== at))}
              />
            </li>
          );
        })}
      </ul>
      <NewCheck nameOf={nameOf} isBusy={isBusy} onAdd={(check) => save([...one.checks, check])} />
      <Button small look="quiet" onClick={onDone}>
        {t("agents.checksDone")}
      </Button>
    </>
  );
}

interface NewCheckProps {
  nameOf: (kind: CheckKind) => string;
  isBusy: boolean;
  onAdd: (check: object) => void;
}

function NewCheck({ nameOf, isBusy, onAdd }: NewCheckProps) {
  const { t } = useTranslation();
  const names = useId();
  const [kind, setKind] = useState<CheckKind>("output_matches");
  const [given, setGiven] = useState("");
  const [wanted, setWanted] = useState("");
  const tools = useQuery(toolsQuery).data ?? [];
  const field = fieldOf(kind);
  const send = (event: FormEvent) => {
    event.preventDefault();
    onAdd(checkOf(kind, given, wanted));
    setGiven("");
    setWanted("");
  };
  return (
    <form onSubmit={send} className={styles.newCheck}>
      <Pick
        asField
        label={t("agents.checkKind")}
        value={kind}
        options={CHECK_KINDS.map((value) => ({ value, label: nameOf(value) }))}
        onChange={(value) => setKind(value as CheckKind)}
      />
      {field ? (
        <Field
          label={t(`agents.checkFields.${field}`)}
          value={given}
          required
          maxLength={500}
          list={field === "tool" ? names : undefined}
          inputMode={field === "limit" ? "numeric" : undefined}
          pattern={field === "limit" ? "[0-9]+" : undefined}
          onChange={({ target }) => setGiven(target.value)}
        />
      ) : null}
      {field === "path" ? (
        <Field
          label={t("agents.checkFields.value")}
          value={wanted}
          required
          onChange={({ target }) => setWanted(target.value)}
        />
      ) : null}
      <datalist id={names}>
        {tools.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <Button small type="submit" busy={isBusy}>
        {t("agents.checkAdd")}
      </Button>
    </form>
  );
}
