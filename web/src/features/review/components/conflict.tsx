import { type KeyboardEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ConflictChoice } from "@/api/schema";
import { spellValue } from "@/lib/diff";
import type { Change } from "@/lib/review";
import { Button } from "@/ui/button";
import { StateWord } from "@/ui/state-word";
import { useDesk } from "../desk";
import { readValue, writeValue } from "../value";
import styles from "./conflict.module.css";

/** A change that both sides made differently: what is there now, what is proposed, or something else. */
export function ConflictNote({ change, isCurrent }: { change: Change; isCurrent: boolean }) {
  const { t } = useTranslation();
  const { deciding, canDecide } = useDesk();
  if (change.state !== "open") return <AnsweredConflict change={change} />;
  return (
    <span className={styles.conflict}>
      <StateWord tone="finding">{t("review.conflict")}</StateWord>
      {isCurrent && canDecide ? <Choices change={change} onChoose={deciding.choose} /> : null}
    </span>
  );
}

function AnsweredConflict({ change }: { change: Change }) {
  const { t } = useTranslation();
  const { deciding, canDecide } = useDesk();
  const words = {
    ours: t("review.tookOurs"),
    theirs: t("review.tookTheirs"),
    value: t("review.tookValue"),
  };
  const take = (change.conflict?.choice as { take: keyof typeof words } | null)?.take ?? "ours";
  return (
    <span className={styles.answered}>
      <StateWord tone={take === "ours" ? "rejected" : "good"}>{words[take]}</StateWord>
      {take === "value" ? (
        <span className={styles.value}>{spellValue(change.conflict?.choice?.value)}</span>
      ) : null}
      {canDecide ? (
        <Button
          small
          look="quiet"
          aria-label={t("review.takeBackNumber", { number: change.number })}
          onClick={() => deciding.choose(change, null)}
        >
          {t("review.takeBack")}
        </Button>
      ) : null}
    </span>
  );
}

interface ChoicesProps {
  change: Change;
  onChoose: (change: Change, choice: ConflictChoice) => void;
}

function Choices({ change, onChoose }: ChoicesProps) {
  const { t } = useTranslation();
  const sides = change.conflict?.conflict ?? {};
  const [own, setOwn] = useState<string | null>(null);
  return (
    <span className={styles.choices}>
      <Side name={t("review.now")} value={sides.ours} />
      <Side name={t("review.proposed")} value={sides.theirs} />
      <span className={styles.buttons}>
        <Button small keys="1" onClick={() => onChoose(change, { take: "ours" })}>
          {t("review.takeOurs")}
        </Button>
        <Button small keys="2" onClick={() => onChoose(change, { take: "theirs" })}>
          {t("review.takeTheirs")}
        </Button>
        <Button small look="quiet" keys="3" data-own-value onClick={() => setOwn(writeValue(sides.theirs))}>
          {t("review.takeValue")}
        </Button>
      </span>
      {own === null ? null : (
        <OwnValue
          text={own}
          onText={setOwn}
          onCancel={() => setOwn(null)}
          onSend={(text) => onChoose(change, { take: "value", value: readValue(text, sides.theirs) })}
        />
      )}
    </span>
  );
}

function Side({ name, value }: { name: string; value: unknown }) {
  const { t } = useTranslation();
  const text = spellValue(value);
  return (
    <span className={styles.side}>
      <span className={styles.name}>{name}</span>
      <span className={styles.value}>{text || t("review.empty")}</span>
    </span>
  );
}

interface OwnValueProps {
  text: string;
  onText: (text: string) => void;
  onSend: (text: string) => void;
  onCancel: () => void;
}

function OwnValue({ text, onText, onSend, onCancel }: OwnValueProps) {
  const { t } = useTranslation();
  const press = (event: KeyboardEvent) => {
    if (event.key === "Escape") onCancel();
    else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) onSend(text);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <span className={styles.choices}>
      <textarea
        className={styles.box}
        rows={3}
        aria-label={t("review.ownValue")}
        value={text}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={press}
        // biome-ignore lint/a11y/noAutofocus: the person has just asked to write here
        autoFocus
      />
      <span className={styles.buttons}>
        <Button small keys="Mod+Enter" onClick={() => onSend(text)}>
          {t("review.useValue")}
        </Button>
        <Button small look="quiet" onClick={onCancel}>
          {t("review.cancel")}
        </Button>
      </span>
    </span>
  );
}
