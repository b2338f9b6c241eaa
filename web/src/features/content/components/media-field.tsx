import { FileText } from "lucide-react";
import { use, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/ui/button";
import { Icon } from "@/ui/icon";
import { MediaSlot } from "@/ui/media-slot";
import { useContent } from "../context";
import { boxClass, Control } from "./control";
import type { FieldProps } from "./field-input";
import styles from "./media-field.module.css";

/** A picture, film or file of the library: seen, chosen, or written as a path. */
export function MediaField({ field, value, onChange, error, isLocked }: FieldProps) {
  const { t } = useTranslation();
  const { projectId, slug } = useContent();
  const Picker = use(MediaSlot);
  const [isOpen, setOpen] = useState(false);
  const path = typeof value === "string" ? value : "";
  const url = path.startsWith("media/") ? `/api/delivery/${slug}/${path}` : "";
  return (
    <Control label={field.label} name={field.name} hint={field.hint} error={error} required={field.required}>
      {(ids) => (
        <div className={styles.media}>
          <span className={styles.frame}>
            {url && field.type === "image" ? (
              <img key={url} className={styles.picture} src={url} alt="" />
            ) : (
              <Icon of={FileText} tone="muted" />
            )}
          </span>
          <div className={styles.words}>
            <input
              {...ids}
              className={boxClass(error)}
              value={path}
              readOnly={isLocked}
              onChange={(event) => onChange(event.target.value || null)}
            />
            {isLocked || !Picker ? null : (
              <div className={styles.actions}>
                <Button small onClick={() => setOpen(true)}>
                  {t("content.chooseMedia")}
                </Button>
                {path ? (
                  <Button small look="quiet" onClick={() => onChange(null)}>
                    {t("content.removeNamed", { name: field.label })}
                  </Button>
                ) : null}
              </div>
            )}
          </div>
          {isOpen && Picker ? (
            <Picker
              projectId={projectId}
              type={field.type === "file" ? "" : field.type}
              onPick={(picked) => {
                onChange(picked);
                setOpen(false);
              }}
              onClose={() => setOpen(false)}
            />
          ) : null}
        </div>
      )}
    </Control>
  );
}
