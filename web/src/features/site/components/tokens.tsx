import { type CSSProperties, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useEditor } from "../editor";
import type { ColourToken, ScaleToken } from "../model";
import styles from "./lists.module.css";

/** The design tokens: colours and fonts that can be changed in their place, and the steps of the scales. */
export default function TokensView() {
  const { t } = useTranslation();
  const { canvas } = useEditor();
  const { colors, typography, spacing, fonts } = canvas.tokens;
  return (
    <>
      <h2 className={styles.head}>{t("site.tokens.colours")}</h2>
      <ul className={styles.list}>
        {colors.map((token) => (
          <Colour key={token.slug} token={token} />
        ))}
      </ul>
      <h2 className={styles.head}>{t("site.tokens.fonts")}</h2>
      <ul className={styles.list}>
        {fonts.map((token) => (
          <Font key={token.name} token={token} />
        ))}
      </ul>
      <Scales title={t("site.tokens.type")} scales={typography} />
      <Scales title={t("site.tokens.space")} scales={spacing} />
    </>
  );
}

interface EditedProps {
  label: string;
  value: string;
  onSave: (value: string) => void;
}

function Edited({ label, value, onSave }: EditedProps) {
  const { can } = useEditor();
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  return (
    <input
      className={styles.value}
      aria-label={label}
      value={typed}
      disabled={!can.style}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={() => typed.trim() && typed !== value && onSave(typed.trim())}
      onKeyDown={(event) => event.key === "Enter" && event.currentTarget.blur()}
    />
  );
}

function Colour({ token }: { token: ColourToken }) {
  const { t } = useTranslation();
  const { apply } = useEditor();
  const save = (lightValue: string) =>
    void apply(t("site.setToken", { name: token.slug }), [
      { tool: "set_color_tokens", input: { tokens: [{ slug: token.slug, lightValue }] } },
    ]);
  return (
    <li className={styles.line}>
      <span className={styles.swatch} style={{ "--colour": token.value } as CSSProperties} />
      <span className={styles.name} title={token.cssVar}>
        {token.slug}
      </span>
      <Edited label={token.slug} value={token.value} onSave={save} />
    </li>
  );
}

function Font({ token }: { token: { name: string; cssVar: string; stack: string } }) {
  return (
    <li className={styles.line}>
      <span className={styles.name} title={token.cssVar}>
        {token.name}
      </span>
      <span className={styles.note} title={token.stack}>
        {token.stack}
      </span>
    </li>
  );
}

function Scales({ title, scales }: { title: string; scales: ScaleToken[] }) {
  return scales.map((scale) => (
    <section key={scale.id} aria-label={title}>
      <h2 className={styles.head}>
        {title} <span className={styles.note}>{scale.name}</span>
      </h2>
      <ul className={styles.list}>
        {scale.steps.map((step) => (
          <li key={step.cssVar} className={styles.line}>
            <span className={styles.name}>{step.cssVar.slice(2)}</span>
            <span className={styles.note} title={step.value}>
              {step.value}
            </span>
          </li>
        ))}
      </ul>
    </section>
  ));
}
