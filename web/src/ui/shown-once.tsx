import { Copy } from "lucide-react";
import { useTranslation } from "react-i18next";
import { notify } from "@/lib/notices";
import { Button } from "./button";
import { Notice } from "./notice";
import styles from "./shown-once.module.css";

/** Something secret that is shown this one time, with the way to take it along. */
export function ShownOnce({ title, text, secret }: { title: string; text: string; secret: string }) {
  const { t } = useTranslation();
  const copy = async () => {
    await navigator.clipboard.writeText(secret);
    notify({ tone: "done", text: t("frame.copied") });
  };
  return (
    <Notice tone="caution" title={title} alert>
      <p>{text}</p>
      <div className={styles.secret}>
        <code>{secret}</code>
        <Button small icon={Copy} onClick={() => copy()}>
          {t("frame.copy")}
        </Button>
      </div>
    </Notice>
  );
}
