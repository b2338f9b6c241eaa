import type { EditorState } from "prosemirror-state";
import { use, useEffect, useEffectEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/ui/button";
import { MediaSlot } from "@/ui/media-slot";
import type { ControlIds } from "../components/control";
import { useContent } from "../context";
import { countWords } from "../words";
import { chosenImage, describeImage, insertImage, linkAt, setLink } from "./actions";
import { LineForm } from "./line-form";
import styles from "./rich.module.css";
import { Tools } from "./tools";
import { RichView, type Tick } from "./view";

export interface RichTextProps {
  ids: ControlIds;
  label: string;
  text: string;
  locale: string;
  /** True to go into the text at once: somebody came for this field. */
  autoFocus: boolean;
  tickOf: (source: string) => Tick | null;
  tickClass: string;
  onChange: (text: string) => void;
}

/** A Markdown text as it reads, to be written in. */
export default function RichText(props: RichTextProps) {
  const { text, onChange, tickOf } = props;
  const { t } = useTranslation();
  const { projectId, slug } = useContent();
  const Picker = use(MediaSlot);
  const place = useRef<HTMLDivElement>(null);
  const [rich, setRich] = useState<RichView | null>(null);
  const [state, setState] = useState<EditorState | null>(null);
  const [open, setOpen] = useState<"link" | "picture" | null>(null);
  const tell = useEffectEvent(onChange);
  const tick = useEffectEvent(tickOf);
  const make = useEffectEvent((element: HTMLDivElement) => {
    const { ids, label, locale, autoFocus, tickClass } = props;
    const made = new RichView(element, {
      text,
      tickClass,
      attributes: attributesOf(ids, label, locale),
      tickOf: (source) => tick(source),
      pictureUrl: (src) => (src.startsWith("media/") ? `/api/delivery/${slug}/${src}` : null),
      pictureName: (name) => t("run.picture", { name }),
      onText: (next) => tell(next),
      onState: setState,
      onLink: () => setOpen("link"),
    });
    if (autoFocus) made.view.focus();
    return made;
  });
  useEffect(() => {
    if (!place.current) return;
    const made = make(place.current);
    setRich(made);
    return () => made.view.destroy();
  }, []);
  useEffect(() => rich?.take(text), [rich, text]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another past draws other ticks
  useEffect(() => rich?.redraw(), [rich, tickOf]);
  const close = () => {
    setOpen(null);
    rich?.view.focus();
  };
  return (
    <div className={styles.frame}>
      {rich && state ? (
        <div className={styles.bar}>
          <Tools
            state={state}
            run={(command) => rich.run(command)}
            onLink={() => setOpen("link")}
            onPicture={Picker ? () => setOpen("picture") : null}
            focus={() => rich.view.dom}
          />
          <span className={styles.words}>{t("content.words", { count: countWords(text) })}</span>
        </div>
      ) : null}
      {rich && state ? <Lines rich={rich} state={state} isLink={open === "link"} onClose={close} /> : null}
      <div ref={place} className={styles.page} />
      {open === "picture" && Picker && rich ? (
        <Picker
          projectId={projectId}
          type="image"
          onPick={(src, alt) => {
            setOpen(null);
            rich.run(insertImage(src, alt));
          }}
          onClose={close}
        />
      ) : null}
    </div>
  );
}

function attributesOf(ids: ControlIds, label: string, locale: string): Record<string, string> {
  return {
    id: ids.id,
    role: "textbox",
    "aria-multiline": "true",
    "aria-label": label,
    lang: locale,
    ...(ids["aria-describedby"] ? { "aria-describedby": ids["aria-describedby"] } : {}),
    ...(ids["aria-invalid"] ? { "aria-invalid": "true" } : {}),
    ...(ids["aria-required"] ? { "aria-required": "true" } : {}),
  };
}

interface LinesProps {
  rich: RichView;
  state: EditorState;
  isLink: boolean;
  onClose: () => void;
}

/** What is asked for a link, and for the picture that is chosen. */
function Lines({ rich, state, isLink, onClose }: LinesProps) {
  const { t } = useTranslation();
  const link = linkAt(state);
  const picture = chosenImage(state);
  if (isLink) {
    const set = (address: string) => {
      rich.run(setLink(address));
      onClose();
    };
    return (
      <LineForm
        label={t("rich.address")}
        value={link?.href ?? ""}
        verb={t("rich.setLink")}
        inputMode="url"
        autoFocus
        onSend={set}
        onClose={onClose}
      >
        {link ? (
          <Button small look="quiet" onClick={() => set("")}>
            {t("rich.unlink")}
          </Button>
        ) : null}
      </LineForm>
    );
  }
  if (!picture) return null;
  return (
    <LineForm
      key={`${state.selection.from}:${picture.attrs.src}`}
      label={t("rich.alt")}
      value={String(picture.attrs.alt ?? "")}
      verb={t("rich.setAlt")}
      onSend={(alt) => rich.run(describeImage(alt))}
      onClose={onClose}
    />
  );
}
