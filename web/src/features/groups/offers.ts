/** What the palette offers of conversations of several. */
import { useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { Command } from "@/lib/commands";

/** Return the way to the conversations of several. */
export function useOffers(): Command[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return useMemo(
    () => [
      {
        id: "groups.open",
        label: t("groups.title"),
        group: "go",
        run: () => void navigate({ to: "/groups" }),
      },
    ],
    [t, navigate],
  );
}
