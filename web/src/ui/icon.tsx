import type { LucideIcon } from "lucide-react";
import { classes } from "@/lib/classes";
import styles from "./icon.module.css";

interface IconProps {
  of: LucideIcon;
  size?: "usual" | "small" | "tiny";
  tone?: "inherit" | "muted";
  turning?: boolean;
}

/** A 16 px line icon, hidden from assistive technology: the words beside it say the same. */
export function Icon({ of: Glyph, size = "usual", tone = "inherit", turning = false }: IconProps) {
  return (
    <Glyph
      aria-hidden="true"
      focusable="false"
      className={classes(
        styles.icon,
        size === "small" && styles.small,
        size === "tiny" && styles.tiny,
        tone === "muted" && styles.muted,
        turning && styles.turning,
      )}
    />
  );
}
