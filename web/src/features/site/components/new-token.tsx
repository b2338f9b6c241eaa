import { Plus } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Field } from "@/ui/field";
import { Form } from "@/ui/form";
import { useEditor } from "../editor";
import { newToken, type TokenKind } from "../style";
import styles from "./lists.module.css";

const LABELS = { colour: "site.newToken.colour", font: "site.newToken.font" } as const;
const HINTS = { colour: "site.colourHint", font: "site.fontHint" } as const;
const VALUES = { colour: "#2c7a43", font: "Georgia, serif" } as const;

/** A button that asks for a new colour or font and puts it among the tokens. */
export function NewToken({ kind }: { kind: TokenKind }) {
  const { t } = useTranslation();
  const { apply, can } = useEditor();
  const [isOpen, setOpen] = useState(false);
  if (!can.style) return null;
  const label = t(LABELS[kind]);
  const close = () => setOpen(false);
  const make = async ({ name = "", value = "" }: Record<string, string>) => {
    if (await apply(t("site.madeToken", { name }), [newToken(kind, name, value)])) close();
  };
  return (
    <div className={styles.form}>
      <Button look="quiet" small icon={Plus} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen ? (
        <Dialog open onOpenChange={close} title={label}>
          <Form action={label} onSend={make} back={t("site.cancel")} onBack={close}>
            <Field label={t("site.nodeName")} hint={t("site.tokenNameHint")} name="name" required />
            <Field
              label={t("site.tokenValue")}
              hint={t(HINTS[kind])}
              name="value"
              placeholder={VALUES[kind]}
              required
            />
          </Form>
        </Dialog>
      ) : null}
    </div>
  );
}
