import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useMay } from "@/api/may";
import { SETTINGS } from "@/lib/addresses";
import { type Command, goTo, make } from "@/lib/commands";

const NEEDS: Partial<Record<(typeof SETTINGS)[number], string>> = {
  people: "users.team.read",
  roles: "users.team.read",
  keys: "keys.team.read",
  audit: "audit.team.read",
  health: "studio.manage",
  backup: "studio.manage",
};

/** Offer the parts of the settings, an invitation and a new key. */
export function useOffers(): Command[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const may = useMay();
  const begin = (part: "people" | "keys") => navigate({ to: "/settings", search: { part, new: true } });
  return [
    ...SETTINGS.filter((part) => NEEDS[part] === undefined || may(NEEDS[part])).map((part) =>
      goTo(`settings.${part}`, t("frame.settings"), t(`settings.${part}`), () =>
        navigate({ to: "/settings", search: { part } }),
      ),
    ),
    ...(may("users.team.create") ? [make("invite", t("admin.invite"), () => begin("people"))] : []),
    ...(may("keys.team.create") ? [make("key", t("admin.newKey"), () => begin("keys"))] : []),
  ];
}
