import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { keys } from "@/api/keys";
import type { RemoteInfo } from "@/api/schema";
import { notify } from "@/lib/notices";
import { Check } from "@/ui/check";
import { Dialog } from "@/ui/dialog";
import { Form } from "@/ui/form";
import { GitFields, loginOf, TrustHost } from "@/ui/git-login";
import { useContent } from "../context";
import { setRemote } from "../remote";
import styles from "./schedule-view.module.css";

interface RemoteDialogProps {
  /** What is connected now. */
  remote: RemoteInfo | null;
  onClose: () => void;
}

/** Connects a repository; it is reached once before anything is kept, and its host is shown before it is trusted. */
export default function RemoteDialog({ remote, onClose }: RemoteDialogProps) {
  const { t } = useTranslation();
  const { projectId } = useContent();
  const client = useQueryClient();
  const send = async (values: Record<string, string>) => {
    const { url } = await setRemote(projectId, { ...loginOf(values), isOurs: values.isOurs === "on" });
    notify({ tone: "done", text: t("content.remoteConnected", { url }) });
    onClose();
    await client.invalidateQueries({ queryKey: keys.content });
  };
  return (
    <Dialog open onOpenChange={onClose} title={t("content.connectRemote")}>
      <p className={styles.text}>{t("content.remoteText")}</p>
      <Form
        action={t("content.reachAndConnect")}
        onSend={send}
        onError={(error) => <TrustHost error={error} />}
        back={t("content.cancel")}
        onBack={onClose}
      >
        <GitFields
          url={remote?.url ?? ""}
          username={remote?.username ?? ""}
          isStored={Boolean(remote?.username)}
        />
        <Check name="isOurs" defaultChecked={remote?.isOurs ?? false}>
          {t("projects.isOurs")}
        </Check>
      </Form>
    </Dialog>
  );
}
