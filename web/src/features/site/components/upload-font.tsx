import { Upload } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Field } from "@/ui/field";
import { Form } from "@/ui/form";
import { useEditor } from "../editor";
import { uploadedFont } from "../style";
import styles from "./lists.module.css";

/** What one font file may have, in megabytes: the studio refuses more. */
const LARGEST_FONT_MB = 2;

/** A button that takes a font file into the site and names it among the tokens, as one step. */
export function UploadFont() {
  const { t } = useTranslation();
  const { apply, can } = useEditor();
  const [isOpen, setOpen] = useState(false);
  const [isTooLarge, setTooLarge] = useState(false);
  if (!can.style) return null;
  const close = () => setOpen(false);
  const upload = async (values: Record<string, string | File>) => {
    const { family = "", variant = "", file } = values as { family?: string; variant?: string; file?: File };
    if (!file) return;
    setTooLarge(file.size > LARGEST_FONT_MB * 1_000_000);
    if (file.size > LARGEST_FONT_MB * 1_000_000) return;
    const edits = await uploadedFont(family, variant, file);
    if (await apply(t("site.uploadedFont", { name: family }), edits)) close();
  };
  return (
    <div className={styles.form}>
      <Button look="quiet" small icon={Upload} onClick={() => setOpen(true)}>
        {t("site.uploadFont")}
      </Button>
      {isOpen ? (
        <Dialog open onOpenChange={close} title={t("site.uploadFont")}>
          <Form action={t("site.uploadFont")} onSend={upload} back={t("site.cancel")} onBack={close}>
            <Field
              label={t("site.fontFamily")}
              name="family"
              placeholder="Spectral"
              required
              maxLength={80}
            />
            <Field
              label={t("site.fontWeight")}
              hint={t("site.fontWeightHint")}
              name="variant"
              defaultValue="400"
              pattern="[1-9]00(italic)?"
              required
            />
            <Field
              label={t("site.fontFile")}
              {...{ [isTooLarge ? "error" : "hint"]: t("site.fontFileHint", { most: LARGEST_FONT_MB }) }}
              name="file"
              type="file"
              accept=".woff2,.woff,.ttf,.otf"
              required
            />
          </Form>
        </Dialog>
      ) : null}
    </div>
  );
}
