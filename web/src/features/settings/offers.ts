import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { UserRound } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useMay } from "@/api/may";
import { peopleQuery } from "@/api/people";
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

/** Offer the parts of the settings, the people, an invitation and a new key. */
export function useOffers(): Command[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const may = useMay();
  const people = useQuery({ ...peopleQuery, enabled: may("users.team.read") }).data ?? [];
  const go = (part?: (typeof SETTINGS)[number]) =>
    navigate({ to: "/settings", search: part ? { part } : {} });
  const begin = (part: "people" | "keys") => navigate({ to: "/settings", search: { part, new: true } });
  return [
    {
      ...goTo("settings.look", t("frame.settings"), t("settings.look"), () => go()),
      also: t("settings.also_look"),
    },
    ...SETTINGS.filter((part) => NEEDS[part] === undefined || may(NEEDS[part])).map((part) => ({
      ...goTo(`settings.${part}`, t("frame.settings"), t(`settings.${part}`), () => go(part)),
      also: t(`settings.also_${part}`),
    })),
    ...people.map(({ person: { id, name, email } }) => ({
      ...goTo(`person.${id}`, t("settings.people"), name, () => go("people"), UserRound),
      also: email,
    })),
    ...(may("users.team.create") ? [make("invite", t("admin.invite"), () => begin("people"))] : []),
    ...(may("keys.team.create") ? [make("key", t("admin.newKey"), () => begin("keys"))] : []),
  ];
}
