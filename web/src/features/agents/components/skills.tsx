import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "@/api/client";
import { keys } from "@/api/keys";
import { useMay } from "@/api/may";
import type { WrittenSkillInfo } from "@/api/schema";
import { useAct } from "@/lib/use-act";
import { Area } from "@/ui/area";
import { Button } from "@/ui/button";
import { Field } from "@/ui/field";
import { Form } from "@/ui/form";
import { StateWord } from "@/ui/state-word";
import { skillsQuery } from "../queries";
import styles from "./agent.module.css";

/** Instructions that agents load when a task needs them: written here, named in an agent's tools. */
export default function Skills() {
  const { t } = useTranslation();
  const skills = useQuery(skillsQuery).data ?? [];
  return (
    <section className={styles.sheet} aria-label={t("agents.skills")}>
      <p className={styles.note}>{t("agents.skillsText")}</p>
      <ul aria-label={t("agents.skills")}>
        {skills.map((skill) => (
          <One key={skill.slug} skill={skill} />
        ))}
      </ul>
      {skills.length === 0 ? <p className={styles.note}>{t("agents.skillsNone")}</p> : null}
      <Write />
    </section>
  );
}

function One({ skill }: { skill: WrittenSkillInfo }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { isBusy, act } = useAct();
  const canChange = useMay()("skills.team.update");
  const turn = () =>
    act(async () => {
      const params = { path: { slug: skill.slug } };
      await unwrap(api.PUT("/api/skills/{slug}", { params, body: { isEnabled: !skill.isEnabled } }));
      await client.invalidateQueries({ queryKey: keys.agents });
    });
  return (
    <li className={styles.tool}>
      <span>
        {skill.name} <span className={styles.note}>{skill.slug}</span>
      </span>
      {canChange ? (
        <Button small busy={isBusy} onClick={() => turn()}>
          {t(skill.isEnabled ? "agents.memoryOff" : "agents.memoryOn")}
        </Button>
      ) : null}
      <span className={styles.does}>{skill.description}</span>
      {skill.isEnabled ? null : <StateWord tone="stopped">{t("agents.off")}</StateWord>}
    </li>
  );
}

function Write() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [made, setMade] = useState(0);
  if (!useMay()("skills.team.create")) return null;
  const send = async ({ name = "", description = "", body = "" }: Record<string, string>) => {
    await unwrap(api.POST("/api/skills", { body: { name, description, body } }));
    setMade(made + 1);
    await client.invalidateQueries({ queryKey: keys.agents });
  };
  return (
    <section className={styles.after} aria-label={t("agents.skillNew")}>
      <h2 className={styles.groupHead}>{t("agents.skillNew")}</h2>
      <div className={styles.dialog}>
        <Form key={made} action={t("agents.skillNew")} onSend={send} keepAs="skill">
          <Field label={t("agents.skillParts.name")} name="name" required />
          <Field label={t("agents.skillParts.description")} name="description" required />
          <Area label={t("agents.skillParts.body")} name="body" rows={8} required />
        </Form>
      </div>
    </section>
  );
}
