import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { agentsQuery } from "@/api/agents";
import { api, unwrap } from "@/api/client";
import { useMay } from "@/api/may";
import type { EntityTypeInfo } from "@/api/schema";
import { slugOf } from "@/lib/slug";
import { useAct } from "@/lib/use-act";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Field } from "@/ui/field";
import { PickField } from "@/ui/pick";
import styles from "../dialogs.module.css";
import { draftsOf, emptyDraft, type FieldDraft, fieldsOf, losses } from "../type-drafts";
import { FieldLine } from "./type-field";

interface TypeFormProps {
  /** The type that is changed; without one a new type is made. */
  kind?: EntityTypeInfo;
  onClose: () => void;
}

/** What a type of records is called, which fields its records have, and who fills them in. */
export default function TypeForm({ kind, onClose }: TypeFormProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { isBusy, act } = useAct();
  const client = useQueryClient();
  const known = kind?.definition;
  const [name, setName] = useState(known?.name ?? "");
  const [plural, setPlural] = useState(known?.plural ?? "");
  const [agent, setAgent] = useState(known?.defaultAgentSlug ?? "");
  const [drafts, setDrafts] = useState(() => draftsOf(known?.fields ?? []));
  const lost = kind?.count ? losses(known?.fields ?? [], drafts) : [];
  const send = (event: FormEvent) => {
    event.preventDefault();
    void act(async () => {
      const said = { name, plural, defaultAgentSlug: agent || null, fields: fieldsOf(drafts) };
      const made = known
        ? await unwrap(
            api.PUT("/api/entity-types/{slug}", {
              params: { path: { slug: known.slug } },
              body: { ...said, expectedVersion: kind.version },
            }),
          )
        : await unwrap(api.POST("/api/entity-types", { body: { ...said, slug: slugOf(name) } }));
      await client.invalidateQueries({ queryKey: ["entities"] });
      onClose();
      if (!known) await navigate({ to: "/records", search: { type: made.definition.slug } });
    });
  };
  const put = (at: number, next: FieldDraft | null) =>
    setDrafts(drafts.flatMap((one, index) => (index === at ? (next ? [next] : []) : [one])));
  return (
    <Dialog
      open
      wide
      onOpenChange={onClose}
      title={known ? t("records.changeType", { type: known.name }) : t("records.newType")}
    >
      <form onSubmit={send} className={styles.form}>
        <div className={styles.pair}>
          <Field
            label={t("records.typeName")}
            hint={t("records.typeNameHint")}
            value={name}
            required
            maxLength={120}
            onChange={({ target }) => setName(target.value)}
          />
          <Field
            label={t("records.typePlural")}
            hint={t("records.typePluralHint")}
            value={plural}
            maxLength={120}
            onChange={({ target }) => setPlural(target.value)}
          />
        </div>
        <fieldset className={styles.group}>
          <legend>{t("records.fields")}</legend>
          {drafts.map((one, at) => (
            <FieldLine key={one.id} draft={one} onChange={(next) => put(at, next)} />
          ))}
          <Button small look="quiet" icon={Plus} onClick={() => setDrafts([...drafts, emptyDraft(drafts)])}>
            {t("records.addField")}
          </Button>
        </fieldset>
        <DefaultAgent value={agent} onChange={setAgent} />
        {lost.length > 0 ? (
          <p role="status" className={styles.warns}>
            {t("records.fieldsLost", { fields: lost.join(", "), count: kind?.count ?? 0 })}
          </p>
        ) : null}
        <div className={styles.acts}>
          <Button type="submit" look={lost.length > 0 ? "danger" : "primary"} busy={isBusy}>
            {known ? t("records.save") : t("records.makeType")}
          </Button>
          {kind ? <DeleteType kind={kind} onClose={onClose} /> : null}
        </div>
      </form>
    </Dialog>
  );
}

/** Which agent fills in fields of these records, if it may. */
function DefaultAgent({ value, onChange }: { value: string; onChange: (slug: string) => void }) {
  const { t } = useTranslation();
  const agents = useQuery(agentsQuery).data ?? [];
  return (
    <PickField
      label={t("records.filledBy")}
      value={value}
      onChange={onChange}
      options={[
        { value: "", label: t("records.workspaceAgent") },
        ...agents.map((one) => ({ value: one.slug, label: one.name })),
      ]}
    />
  );
}

/** Takes a type away that has no records. */
function DeleteType({ kind, onClose }: { kind: EntityTypeInfo; onClose: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const client = useQueryClient();
  const { isBusy, act } = useAct();
  if (!useMay()("entity_types.team.delete") || kind.count > 0) return null;
  const remove = () =>
    act(async () => {
      const path = { slug: kind.definition.slug };
      await unwrap(api.DELETE("/api/entity-types/{slug}", { params: { path } }));
      onClose();
      await navigate({ to: "/records", search: {} });
      await client.invalidateQueries({ queryKey: ["entities"] });
    });
  return (
    <Button look="quiet" busy={isBusy} onClick={remove}>
      {t("records.deleteType")}
    </Button>
  );
}
