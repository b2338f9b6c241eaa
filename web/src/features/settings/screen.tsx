import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { sessionQuery } from "@/api/session";
import { DENSITIES, LANGUAGES, prefer, THEMES, usePreferences } from "@/lib/preferences";
import { useShownScreen } from "@/lib/screen";
import { Page } from "@/ui/page";
import { Segment } from "@/ui/segment";
import { TabLinks, tabClass } from "@/ui/tabs";
import { Account } from "./components/account";
import { ApprovalRules } from "./components/approval-rules";
import { Audit } from "./components/audit";
import { Backups } from "./components/backups";
import { Context } from "./components/context";
import { Health } from "./components/health";
import { ApiKeys } from "./components/keys";
import { People } from "./components/people";
import { Roles } from "./components/role-list";
import { Setting } from "./components/setting";
import { Workspaces } from "./components/workspaces";
import styles from "./screen.module.css";

const route = getRouteApi("/app/settings");

/** The parts, each with the permission without which it is not shown. */
const PARTS = [
  ["look", null],
  ["account", null],
  ["workspaces", null],
  ["people", "users.team.read"],
  ["roles", "users.team.read"],
  ["keys", "keys.team.read"],
  ["approvals", null],
  ["context", null],
  ["audit", "audit.team.read"],
  ["health", "studio.manage"],
  ["backup", "studio.manage"],
] as const;

/** Settings in parts, each with an address. */
export function SettingsScreen() {
  const { t } = useTranslation();
  const { part = "look" } = route.useSearch();
  const permissions = useQuery(sessionQuery).data?.permissions ?? [];
  useShownScreen("settings", t("settings.title"), { part });
  return (
    <Page title={t("settings.title")}>
      <TabLinks label={t("settings.parts")}>
        {PARTS.filter(([, needs]) => !needs || permissions.includes(needs)).map(([name]) => (
          <Link
            key={name}
            from="/settings"
            to="/settings"
            search={({ project }) => ({ project, part: name === "look" ? undefined : name })}
            className={tabClass}
            activeOptions={{ includeSearch: true, explicitUndefined: true }}
          >
            {t(`settings.${name}`)}
          </Link>
        ))}
      </TabLinks>
      <div className={styles.body}>
        {part === "look" ? <Look /> : null}
        {part === "account" ? <Account /> : null}
        {part === "workspaces" ? <Workspaces /> : null}
        {part === "people" ? <People /> : null}
        {part === "roles" ? <Roles /> : null}
        {part === "keys" ? <ApiKeys /> : null}
        {part === "approvals" ? <ApprovalRules /> : null}
        {part === "context" ? <Context /> : null}
        {part === "audit" ? <Audit /> : null}
        {part === "health" ? <Health /> : null}
        {part === "backup" ? <Backups /> : null}
      </div>
    </Page>
  );
}

const THEME_NAMES = {
  system: "settings.themeSystem",
  light: "settings.themeLight",
  dark: "settings.themeDark",
} as const;
const DENSITY_NAMES = {
  compact: "settings.densityCompact",
  comfortable: "settings.densityComfortable",
} as const;
const LANGUAGE_NAMES = { en: "English", tr: "Türkçe" } as const;

function Look() {
  const { t } = useTranslation();
  const { theme, density, language } = usePreferences();
  return (
    <>
      <Setting name={t("settings.theme")}>
        <Segment
          label={t("settings.theme")}
          value={theme}
          options={THEMES.map((value) => ({ value, label: t(THEME_NAMES[value]) }))}
          onChange={(value) => prefer({ theme: value })}
        />
      </Setting>
      <Setting name={t("settings.density")}>
        <Segment
          label={t("settings.density")}
          value={density}
          options={DENSITIES.map((value) => ({ value, label: t(DENSITY_NAMES[value]) }))}
          onChange={(value) => prefer({ density: value })}
        />
      </Setting>
      <Setting name={t("settings.language")}>
        <Segment
          label={t("settings.language")}
          value={language}
          options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
          onChange={(value) => prefer({ language: value })}
        />
      </Setting>
      <p className={styles.note}>{t("settings.lookNote")}</p>
    </>
  );
}
