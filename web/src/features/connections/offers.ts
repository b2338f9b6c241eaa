import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useMay } from "@/api/may";
import { type Command, goTo, make } from "@/lib/commands";

const KINDS = ["model", "search", "image", "mcp"] as const;
const PARTS = [...KINDS, "defaults"] as const;

/** Offer the kinds of connections, and a new one of each. */
export function useOffers(): Command[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const may = useMay();
  if (!may("ai.providers.manage")) return [];
  const open = (kind: (typeof PARTS)[number], item?: "new") => {
    const part = kind === "model" ? undefined : kind;
    return navigate({ to: "/connections", search: item ? { part, item } : { part } });
  };
  return [
    ...PARTS.map((part) =>
      goTo(`connections.${part}`, t("frame.connections"), t(`connections.${part}`), () => open(part)),
    ),
    ...KINDS.map((kind) =>
      make(`connection.${kind}`, t("connections.newOne", { kind: t(`connections.${kind}`) }), () =>
        open(kind, "new"),
      ),
    ),
  ];
}
