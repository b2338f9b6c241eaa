import { MousePointerClick } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Empty } from "@/ui/empty";
import { Icon } from "@/ui/icon";
import { useEditor } from "../editor";
import { type Breakpoint, nameOf, type StyleRule, titleOf } from "../model";
import { changedStyles, type SiteChange } from "../proposal";
import { GROUPS, type Group, otherProperties } from "../style";
import { byWidth, frameWidth } from "../widths";
import { Classes } from "./classes";
import { ContentProps } from "./content-props";
import { NodeMenu } from "./node-menu";
import styles from "./properties.module.css";
import { AddProperty, PropertyRow } from "./property-row";
import { ProposalPart, type ProposalPartProps } from "./proposal-part";

interface PropertiesProps {
  change: SiteChange | null;
  proposal: Omit<ProposalPartProps, "change"> | null;
  onEdit: () => void;
  onInsert: () => void;
}

/** What the selected node is made of: classes, styles by width, content, and what is proposed about it. */
export function Properties({ change, proposal, onEdit, onInsert }: PropertiesProps) {
  const { t } = useTranslation();
  const { canvas, node, tree, rules, open } = useEditor();
  const [picked, setPicked] = useState<string | null>(null);
  if (!node) {
    return (
      <Empty title={t("site.nothingSelected")}>
        <p>{t("site.nothingSelectedText")}</p>
      </Empty>
    );
  }
  const own = node.classIds.flatMap((id) => rules.get(id) ?? []);
  const rule = own.find(({ id }) => id === picked) ?? own.find(({ generated }) => !generated) ?? null;
  const first = own[0];
  const count = first ? (canvas.uses[first.id] ?? 1) : 1;
  return (
    <div className={styles.properties}>
      <div className={styles.head}>
        <Icon of={MousePointerClick} tone="muted" />
        <h2 className={styles.title}>{nameOf(node, rules, canvas)}</h2>
        <span className={styles.muted}>{t("site.onThisPage", { count })}</span>
        <NodeMenu onEdit={onEdit} onInsert={onInsert} />
      </div>
      {tree.id !== canvas.document.id ? (
        <p className={styles.elsewhere}>
          {t("site.inTemplate", { name: titleOf(tree) })}{" "}
          <button type="button" className={styles.link} onClick={() => open(tree.id, node.id)}>
            {t("site.openIt")}
          </button>
        </p>
      ) : null}
      <Classes own={own} picked={rule?.id ?? null} onPick={setPicked} />
      {change && proposal ? <ProposalPart change={change} {...proposal} /> : null}
      {rule ? <Rules rule={rule} change={change} /> : <p className={styles.note}>{t("site.noClass")}</p>}
      <ContentProps key={node.id} node={node} />
    </div>
  );
}

function Rules({ rule, change }: { rule: StyleRule; change: SiteChange | null }) {
  const { t } = useTranslation();
  const { canvas, breakpoint } = useEditor();
  const widths = byWidth(canvas.breakpoints);
  const at = widths.slice(1).find(({ id }) => id === breakpoint) ?? null;
  const others = otherProperties(rule);
  const changed = changedStyles(change ?? undefined);
  return (
    <>
      {(Object.keys(GROUPS) as Group[]).map((group, index) => (
        <section key={group} className={styles.part} aria-label={t(`site.groups.${group}`)}>
          <h3 className={styles.partHead}>
            {t(`site.groups.${group}`)}
            {index === 0 ? <span className={styles.muted}>{rule.selector}</span> : null}
          </h3>
          {index === 0 ? <Columns at={at} all={widths} /> : null}
          {GROUPS[group].map((property) => (
            <PropertyRow key={property.name} rule={rule} property={property} at={at} changed={changed} />
          ))}
        </section>
      ))}
      <section className={styles.part} aria-label={t("site.groups.other")}>
        <h3 className={styles.partHead}>{t("site.groups.other")}</h3>
        {others.map((name) => (
          <PropertyRow key={name} rule={rule} property={{ name }} at={at} changed={changed} />
        ))}
        <AddProperty rule={rule} at={at} />
      </section>
    </>
  );
}

function Columns({ at, all }: { at: Breakpoint | null; all: readonly Breakpoint[] }) {
  const { t } = useTranslation();
  return (
    <div className={styles.row}>
      <span />
      <span className={styles.column}>{t("site.allWidths")}</span>
      {at ? (
        <span className={styles.column}>
          {t("site.upTo", { width: at.width, device: frameWidth(at, all) })}
        </span>
      ) : null}
    </div>
  );
}
