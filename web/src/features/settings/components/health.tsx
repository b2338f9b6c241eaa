import { useTranslation } from "react-i18next";
import { Empty } from "@/ui/empty";

/** How the studio is doing. */
export function Health() {
  const { t } = useTranslation();
  return (
    <Empty title={t("settings.health")} command="proofroom doctor">
      <p>{t("settings.healthText")}</p>
    </Empty>
  );
}
