import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { notify } from "@/lib/notices";
import { Area } from "@/ui/area";
import { Dialog } from "@/ui/dialog";
import { Field } from "@/ui/field";
import { Form } from "@/ui/form";
import { Pick } from "@/ui/pick";
import { articleKeys, beginArticle, giveText } from "../queries";
import styles from "./new-article.module.css";

const KINDS = ["blog", "showcase", "social_post"] as const;
const TONES = [
  "professional",
  "formal",
  "technical",
  "authoritative",
  "casual",
  "conversational",
  "friendly",
  "humorous",
] as const;

interface NewArticleProps {
  projectId: string | null;
  onClose: () => void;
  onMade: (id: string) => void;
}

/** A new article: its topic, what its author wants to say, and a text to quote from. */
export function NewArticle({ projectId, onClose, onMade }: NewArticleProps) {
  const { t, i18n } = useTranslation();
  const client = useQueryClient();
  const [kind, setKind] = useState<string>("blog");
  const [tone, setTone] = useState<string>("professional");
  const send = async (values: Record<string, string>) => {
    const made = await beginArticle({
      title: values.title ?? "",
      brief: values.brief ?? "",
      type: kind,
      tone,
      locale: values.locale?.trim() || i18n.language,
      tags: [],
      projectId,
    });
    if (values.source?.trim()) await giveText(made.id, t("articles.pasted"), values.source);
    await client.invalidateQueries({ queryKey: articleKeys.all });
    const [alike] = made.alike;
    if (alike) notify({ tone: "done", text: t("articles.alike", { title: alike.title }) });
    onClose();
    onMade(made.id);
  };
  return (
    <Dialog open onOpenChange={onClose} title={t("articles.new")}>
      <Form action={t("articles.begin")} onSend={send} back={t("articles.cancel")} onBack={onClose}>
        <Field label={t("articles.topic")} name="title" minLength={3} maxLength={500} required />
        <div className={styles.row}>
          <Pick
            label={t("articles.kind")}
            value={kind}
            onChange={setKind}
            options={KINDS.map((value) => ({ value, label: t(`articles.kinds.${value}`) }))}
          />
          <Pick
            label={t("articles.tone")}
            value={tone}
            onChange={setTone}
            options={TONES.map((value) => ({ value, label: t(`articles.tones.${value}`) }))}
          />
          <Field
            label={t("articles.locale")}
            name="locale"
            defaultValue={i18n.language}
            maxLength={35}
            required
          />
        </div>
        <Area label={t("articles.brief")} hint={t("articles.briefHint")} name="brief" rows={3} />
        <Area label={t("articles.source")} hint={t("articles.sourceHint")} name="source" rows={4} />
      </Form>
    </Dialog>
  );
}
