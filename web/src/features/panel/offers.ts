import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { askAgent } from "@/lib/ask";
import { type Command, make } from "@/lib/commands";

/** Offer a new conversation. */
export function useOffers(): Command[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return [
    make("conversation", t("panel.newChat"), () => {
      askAgent({ fresh: true });
      return matchMedia("(max-width: 719px)").matches ? navigate({ to: "/agent" }) : null;
    }),
  ];
}
