import { type CSSProperties, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/ui/button";
import { useEditor } from "../editor";
import type { ColourToken, FontToken, ScaleToken } from "../model";
import styles from "./lists.module.css";
import { NewToken } from "./new-token";
import { UploadFont } from "./upload-font";

const SCALES = {
  type: { tool: "set_type_scale", size: "fontSize", title: "site.tokens.type" },
  space: { tool: "set_spacing_scale", size: "size", title: "site.tokens.space" },
} as const;
const ENDS = { min: "site.scale.min", max: "site.scale.max" } as const;
type Family = keyof typeof SCALES;

/** The design tokens: colours, fonts and scales, which can be changed in their place. */
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
      <NewToken kind="colour" />
      <h2 className={styles.head}>{t("site.tokens.fonts")}</h2>
      <ul className={styles.list}>
        {fonts.map((token) => (
          <Font key={token.name} token={token} />
        ))}
      </ul>
      <NewToken kind="font" />
      <UploadFont />
      <Scales family="type" scales={typography} />
      <Scales family="space" scales={spacing} />
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
      onBlur={() => {
        if (!typed.trim()) setTyped(value);
        else if (typed !== value) onSave(typed.trim());
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape") setTyped(value);
        if (event.key === "Enter") event.currentTarget.blur();
      }}
    />
  );
}

function Colour({ token }: { token: ColourToken }) {
  const { t } = useTranslation();
  const { apply, canvas } = useEditor();
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
      <Edited label={token.slug} value={canvas.colours[token.slug] || token.value} onSave={save} />
    </li>
  );
}

function Font({ token }: { token: FontToken }) {
  const { t } = useTranslation();
  const { apply } = useEditor();
  const { name, family } = token;
  // The family is a file of the site; what stands behind it is for browsers that have not got it yet.
  const save = (fallback: string) =>
    void apply(t("site.setToken", { name }), [
      {
        tool: "set_font_tokens",
        input: { tokens: [{ name, variable: token.cssVar.slice(2), fallback }] },
      },
    ]);
  const behind = family ? token.stack.split(",").slice(1).join(",").trim() : token.stack;
  return (
    <li className={styles.line}>
      <span className={styles.name} title={token.cssVar}>
        {name} <span className={styles.note}>{family}</span>
      </span>
      <Edited label={t("site.fontBehind", { name })} value={behind} onSave={save} />
    </li>
  );
}

function Scales({ family, scales }: { family: Family; scales: ScaleToken[] }) {
  const { t } = useTranslation();
  const { apply, can } = useEditor();
  const title = t(SCALES[family].title);
  const make = () =>
    void apply(t("site.setToken", { name: title }), [{ tool: SCALES[family].tool, input: {} }]);
  if (scales.length > 0)
    return scales.map((scale) => <Scale key={scale.id} family={family} title={title} scale={scale} />);
  return (
    <>
      <h2 className={styles.head}>{title}</h2>
      {can.style ? (
        <p className={styles.line}>
          <Button small look="quiet" onClick={make}>
            {t("site.makeScale")}
          </Button>
        </p>
      ) : null}
    </>
  );
}

interface ScaleProps {
  family: Family;
  title: string;
  scale: ScaleToken;
}

function Scale({ family, title, scale }: ScaleProps) {
  const { t } = useTranslation();
  const { apply, canvas } = useEditor();
  const { tool, size } = SCALES[family];
  const save = (side: "min" | "max") => (typed: string) => {
    const value = Number.parseFloat(typed.replace(",", "."));
    if (!(value > 0)) return;
    const input = { groupId: scale.id, [side]: { [size]: value } };
    void apply(t("site.setToken", { name: title }), [{ tool, input }]);
  };
  const ends = canvas.scales[scale.id];
  return (
    <section aria-label={title}>
      <h2 className={styles.head}>
        {title} <span className={styles.note}>{scale.name}</span>
      </h2>
      <ul className={styles.list}>
        {(["min", "max"] as const).map((side) => (
          <li key={side} className={styles.line}>
            <span className={styles.name}>{t(ENDS[side])}</span>
            <Edited
              label={`${title}: ${t(ENDS[side])}`}
              value={String(ends?.[side] ?? "")}
              onSave={save(side)}
            />
          </li>
        ))}
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
  );
}
