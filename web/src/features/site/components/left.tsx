import { getRouteApi, Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { later } from "@/ui/later";
import { tabClass } from "@/ui/tabs";
import { useEditor } from "../editor";
import { LEFT, type Left } from "../place";
import type { SiteChange } from "../proposal";
import styles from "./left.module.css";
import { NodeTree } from "./node-tree";
import { PageTree } from "./page-tree";

const route = getRouteApi("/app/site");
const TokensView = later(() => import("./tokens"));
const StylesView = later(() => import("./rules"));
const CodeView = later(() => import("./code"));

interface LeftProps {
  changes: SiteChange[];
  working: readonly string[];
  onEdit: () => void;
  onInsert: () => void;
}

/** The left side of the editor: pages with their nodes, and the lists that all pages share. */
export function LeftSide({ changes, working, onEdit, onInsert }: LeftProps) {
  const { t } = useTranslation();
  const { canvas } = useEditor();
  const { left = "pages" } = route.useSearch();
  const { colors, typography, spacing, fonts } = canvas.tokens;
  const steps = [...typography, ...spacing].reduce((sum, scale) => sum + scale.steps.length, 0);
  const counts: Partial<Record<Left, number>> = {
    tokens: colors.length + fonts.length + steps,
  };
  return (
    <section className={styles.left} aria-label={t("site.leftSide")}>
      <nav className={styles.tabs} aria-label={t("site.lists")}>
        {LEFT.map((name) => (
          <Link
            key={name}
            from="/site"
            search={(before) => ({ ...before, left: name === "pages" ? undefined : name })}
            className={tabClass}
            // Without this the first list, which the address does not name, would always be the open one.
            activeOptions={{ includeSearch: true, explicitUndefined: true }}
            aria-current={name === left ? "page" : undefined}
          >
            {t(`site.lefts.${name}`)}
            {counts[name] ? <span className={styles.count}>{counts[name]}</span> : null}
          </Link>
        ))}
      </nav>
      <div className={styles.body}>
        {left === "pages" ? (
          <>
            <PageTree changes={changes} />
            <NodeTree changes={changes} working={working} onEdit={onEdit} onInsert={onInsert} />
          </>
        ) : left === "tokens" ? (
          <TokensView />
        ) : left === "styles" ? (
          <StylesView />
        ) : (
          <CodeView />
        )}
      </div>
    </section>
  );
}
