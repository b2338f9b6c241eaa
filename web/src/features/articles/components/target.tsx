import type { LucideIcon } from "lucide-react";
import { Icon } from "@/ui/icon";
import styles from "./send.module.css";

/** Where a piece can go, and in what state it arrives there. */
export function Target({ icon, name, told }: { icon: LucideIcon; name: string; told: string }) {
  return (
    <>
      <Icon of={icon} />
      <span className={styles.name}>
        <b>{name}</b>
        <span className={styles.told}>{told}</span>
      </span>
    </>
  );
}
