import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { StateWord } from "@/ui/state-word";
import type { Writing } from "../use-proposed";
import styles from "./proposed-here.module.css";

/** Above an entry: which agent writes in it now, or would change it, and the way to the review. */
export function ProposedHere({ proposed }: { proposed: readonly Writing[] }) {
  const { t } = useTranslation();
  return proposed.map(({ proposalId, who, count, fields, isWriting }) => (
    <Link
      key={proposalId}
      to="/review/$proposalId"
      params={{ proposalId }}
      search={{ change: [...fields.values()][0] }}
      className={styles.here}
    >
      {isWriting ? (
        <StateWord tone="running">{t("content.isWriting", { who })}</StateWord>
      ) : (
        t("content.proposes", { who, count })
      )}
    </Link>
  ));
}

interface ProposedFieldProps {
  proposed: readonly Writing[];
  field: string;
}

/** Beside a field that an agent would change: a steady mark, and the way to the change. */
export function ProposedField({ proposed, field }: ProposedFieldProps) {
  const { t } = useTranslation();
  return proposed.map(({ proposalId, who, fields }) => {
    const change = fields.get(field);
    return change ? (
      <p key={proposalId} className={styles.field}>
        <Link to="/review/$proposalId" params={{ proposalId }} search={{ change }}>
          {t("content.proposesField", { who })}
        </Link>
      </p>
    ) : null;
  });
}
