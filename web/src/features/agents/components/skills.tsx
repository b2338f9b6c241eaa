import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "@/api/client";
import { keys } from "@/api/keys";
import { useMay } from "@/api/may";
import type { WrittenSkillInfo } from "@/api/schema";
import { useAct } from "@/lib/use-act";
import { Button } from "@/ui/button";
import { Field } from "@/ui/field";
import { StateWord } from "@/ui/state-word";
import { skillsQuery } from "../queries";
import styles from "./agent.module.css";
import frame from "./chart.module.css";
import { Views } from "./views";

/** Instructions that agents load when a task needs them: written here, named in an agent's tools. */
export default function Skills() {
  const { t } = useTranslation();
  const skills = useQuery(skillsQuery).data ?? [];
  return (
    <section className={frame.chart} aria-label={t("agents.skills")}>
      <Views />
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
        <Button small busy={isBusy} onClick={() => void turn()}>
          {t(skill.isEnabled ? "agents.memoryOff" : "agents.memoryOn")}
        </Button>
      ) : null}
      <span className={styles.does}>{skill.description}</span>
      {skill.isEnabled ? null : <StateWord tone="stopped">{t("agents.off")}</StateWord>}
    </li>
  );
}

const PARTS = [
  ["name", "agents.skillParts.name"],
  ["description", "agents.skillParts.description"],
  ["body", "agents.skillParts.body"],
] as const;
const BLANK = { name: "", description: "", body: "" };

function Write() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { isBusy, act } = useAct();
  const [written, setWritten] = useState(BLANK);
  if (!useMay()("skills.team.create")) return null;
  const send = (event: FormEvent) => {
    event.preventDefault();
    void act(async () => {
      await unwrap(api.POST("/api/skills", { body: written }));
      setWritten(BLANK);
      await client.invalidateQueries({ queryKey: keys.agents });
    });
  };
  return (
    <form onSubmit={send} aria-label={t("agents.skillNew")}>
      {PARTS.map(([part, word]) => (
        <Field
          key={part}
          label={t(word)}
          value={written[part]}
          required
          onChange={(event) => setWritten({ ...written, [part]: event.target.value })}
        />
      ))}
      <Button type="submit" small busy={isBusy}>
        {t("agents.skillNew")}
      </Button>
    </form>
  );
}
