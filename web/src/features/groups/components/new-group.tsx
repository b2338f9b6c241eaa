import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { agentsQuery } from "@/api/agents";
import { api, unwrap } from "@/api/client";
import { keys } from "@/api/keys";
import { useMay } from "@/api/may";
import { sessionQuery } from "@/api/session";
import { classes } from "@/lib/classes";
import { useProject } from "@/lib/session";
import { Check } from "@/ui/check";
import { Dialog } from "@/ui/dialog";
import { Field } from "@/ui/field";
import { Form } from "@/ui/form";
import { peopleQuery } from "../queries";
import styles from "./thread.module.css";

/** Begin a conversation of several: what it is about, and who takes part. */
export default function NewGroup({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const navigate = useNavigate();
  const agents = (useQuery(agentsQuery).data ?? []).filter(({ enabled }) => enabled);
  const canSee = useMay()("users.team.read");
  const me = useQuery(sessionQuery).data?.person.id;
  const people = (useQuery({ ...peopleQuery, enabled: canSee }).data ?? []).filter(
    ({ person }) => person.id !== me,
  );
  const project = useProject()?.id;
  const [chosen, setChosen] = useState<string[]>([]);
  const send = async ({ title = "" }: Record<string, string>) => {
    const body = {
      title,
      agents: agents.map(({ slug }) => slug).filter((slug) => chosen.includes(slug)),
      people: people.map(({ person }) => person.id).filter((id) => chosen.includes(id)),
      projectId: project ?? null,
    };
    const made = await unwrap(api.POST("/api/groups", { body }));
    await client.invalidateQueries({ queryKey: keys.groups });
    await navigate({ to: "/groups", search: { group: made.id } });
    onClose();
  };
  const box = (id: string, name: string) => (
    <Check
      key={id}
      checked={chosen.includes(id)}
      onChange={({ target }) =>
        setChosen([...chosen.filter((one) => one !== id), ...(target.checked ? [id] : [])])
      }
    >
      {name}
    </Check>
  );
  return (
    <Dialog open onOpenChange={onClose} title={t("groups.new")}>
      <Form action={t("groups.begin")} onSend={send} back={t("groups.cancel")} onBack={onClose}>
        <Field label={t("groups.about")} name="title" maxLength={200} required />
        <fieldset className={classes(styles.message, styles.choices)}>
          <legend>{t("groups.agents")}</legend>
          {agents.map(({ slug, name }) => box(slug, name))}
        </fieldset>
        {people.length > 0 ? (
          <fieldset className={classes(styles.message, styles.choices)}>
            <legend>{t("groups.people")}</legend>
            {people.map(({ person }) => box(person.id, person.name))}
          </fieldset>
        ) : null}
      </Form>
    </Dialog>
  );
}
