import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { money } from "@/lib/format";
import { workCostQuery } from "../queries";
import styles from "../screen.module.css";

interface PriceProps {
  of: "fieldMicros" | "briefMicros";
  /** How many of them the button starts. */
  count: number;
}

/** What work will cost, as it did of late; nothing where none was paid for. */
export function Price({ of, count }: PriceProps) {
  const { i18n } = useTranslation();
  const each = useQuery(workCostQuery).data?.[of] ?? 0;
  return each > 0 ? <small className={styles.muted}>≈ {money(each * count, i18n.language)}</small> : null;
}
