import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Lightbulb, X } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { TopicInfo } from "@/api/schema";
import { useAct } from "@/lib/use-act";
import { Button } from "@/ui/button";
import { Field } from "@/ui/field";
import { IconButton } from "@/ui/icon-button";
import { beginTopic, dismissTopic, suggestTopics, topicsKey, topicsQuery } from "../queries";
import styles from "./topics.module.css";

interface TopicsProps {
  projectId: string | null;
  onBegun: (articleId: string) => void;
}

/** The board of topics that wait: what each is, why it is there, and how to begin it. */
export function Topics({ projectId, onBegun }: TopicsProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const found = useQuery(topicsQuery(projectId));
  const { isBusy, act } = useAct();
  const [about, setAbout] = useState("");
  const [wasEmpty, setEmpty] = useState(false);
  const again = () => client.invalidateQueries({ queryKey: topicsKey });
  const suggest = () =>
    void act(async () => {
      setEmpty((await suggestTopics(projectId, about)).length === 0);
      await again();
    });
  return (
    <section className={styles.board} aria-labelledby="topics">
      <div className={styles.head}>
        <h2 id="topics">{t("articles.topics")}</h2>
        <Field
          label={t("articles.topicsAbout")}
          value={about}
          maxLength={200}
          onChange={(event) => setAbout(event.target.value)}
        />
        <Button icon={Lightbulb} busy={isBusy} onClick={suggest}>
          {t("articles.suggest")}
        </Button>
      </div>
      {wasEmpty && found.data?.length === 0 ? (
        <p className={styles.why} role="status">
          {t("articles.noTopics")}
        </p>
      ) : null}
      <ul className={styles.list}>
        {found.data?.map((one) => (
          <TopicRow
            key={one.id}
            topic={one}
            isBusy={isBusy}
            onBegin={() =>
              void act(async () => {
                onBegun((await beginTopic(one.id)).id);
                await again();
              })
            }
            onDismiss={() =>
              void act(async () => {
                await dismissTopic(one.id);
                await again();
              })
            }
          />
        ))}
      </ul>
    </section>
  );
}

interface TopicRowProps {
  topic: TopicInfo;
  isBusy: boolean;
  onBegin: () => void;
  onDismiss: () => void;
}

function TopicRow({ topic, isBusy, onBegin, onDismiss }: TopicRowProps) {
  const { t } = useTranslation();
  return (
    <li className={styles.one}>
      <h3>{topic.title}</h3>
      <p>{topic.description}</p>
      <p className={styles.why}>
        {topic.rationale} {topic.angle}
      </p>
      <span className={styles.tools}>
        <Button small busy={isBusy} onClick={onBegin}>
          {t("articles.begin")}
        </Button>
        <IconButton icon={X} name={t("articles.dismiss", { title: topic.title })} onClick={onDismiss} />
      </span>
    </li>
  );
}
