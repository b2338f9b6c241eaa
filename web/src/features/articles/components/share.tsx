import { Link2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useAct } from "@/lib/use-act";
import { Button } from "@/ui/button";
import { ShownOnce } from "@/ui/shown-once";
import { giveLink } from "../queries";

/** A link by which somebody without an account decides on this plan, once. */
export function Share({ articleId }: { articleId: string }) {
  const { t } = useTranslation();
  const { isBusy, act } = useAct();
  const [path, setPath] = useState("");
  if (path)
    return (
      <ShownOnce
        title={t("articles.linkTitle")}
        text={t("articles.linkText")}
        secret={`${location.origin}${path}`}
      />
    );
  const give = () => void act(async () => setPath((await giveLink(articleId)).path));
  return (
    <Button icon={Link2} busy={isBusy} onClick={give}>
      {t("articles.giveLink")}
    </Button>
  );
}
