import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useTranslation } from "react-i18next";
import { asApiError } from "@/api/errors";
import { useShownScreen } from "@/lib/screen";
import { buttonClass } from "@/ui/button";
import { Icon } from "@/ui/icon";
import { Notice } from "@/ui/notice";
import { Page } from "@/ui/page";
import { SkeletonRows, useSlow } from "@/ui/skeleton";
import { TabLinks, tabClass } from "@/ui/tabs";
import { Connections } from "./components/connections";
import { Defaults } from "./components/defaults";
import { McpServers } from "./components/mcp";
import { Places } from "./components/places";
import { PARTS, type Part } from "./model";
import { credentialsQuery, mcpQuery, placesQuery } from "./queries";
import styles from "./screen.module.css";

const route = getRouteApi("/app/connections");

const ADDS: Partial<Record<Part, "connections.addMcp" | "connections.addPlace">> = {
  mcp: "connections.addMcp",
  publish: "connections.addPlace",
};

/** What the studio is connected to, by kind, and which model each part of it uses. */
export function ConnectionsScreen() {
  const { t } = useTranslation();
  const { part = "model", item } = route.useSearch();
  const credentials = useQuery(credentialsQuery);
  const servers = useQuery({ ...mcpQuery, enabled: part === "mcp" });
  // Where there is nothing yet the form is open: another button for it would say the same twice.
  const places = useQuery({ ...placesQuery, enabled: part === "publish" });
  const isEmpty =
    part === "mcp"
      ? (servers.data?.length ?? 0) === 0
      : part === "publish"
        ? (places.data?.length ?? 0) === 0
        : (credentials.data?.every(({ kind }) => kind !== part) ?? true);
  const isAdding = part !== "defaults" && (item === "new" || isEmpty);
  useShownScreen("connections", t("frame.connections"), { part, ...(item ? { item } : {}) });
  return (
    <Page
      title={t("frame.connections")}
      scrolls={false}
      actions={
        isAdding ? null : (
          <Link
            from="/connections"
            to="/connections"
            search={(before) => ({
              ...before,
              part: part === "defaults" ? undefined : before.part,
              item: "new",
            })}
            className={buttonClass("primary")}
          >
            <Icon of={Plus} />
            {t(ADDS[part] ?? "connections.add")}
          </Link>
        )
      }
    >
      <div className={styles.screen}>
        <TabLinks label={t("connections.parts")}>
          {PARTS.map((name) => (
            <Link
              key={name}
              from="/connections"
              to="/connections"
              search={({ project }) => ({ project, part: name === "model" ? undefined : name })}
              className={tabClass}
              activeOptions={{ includeSearch: true, explicitUndefined: true }}
            >
              {t(`connections.${name}`)}
            </Link>
          ))}
        </TabLinks>
        <Body part={part} item={item} />
      </div>
    </Page>
  );
}

/** What one part shows: connections of a kind, MCP servers, or the defaults. */
function Body({ part, item }: { part: Part; item: string | undefined }) {
  const { t } = useTranslation();
  const credentials = useQuery(credentialsQuery);
  const isSlow = useSlow(credentials.isPending);
  if (part === "mcp") return <McpServers item={item} />;
  if (part === "publish") return <Places item={item} />;
  if (credentials.error) {
    return (
      <div className={styles.state}>
        <Notice tone="danger" title={t("connections.loadFailed")}>
          <p>{asApiError(credentials.error).message}</p>
        </Notice>
      </div>
    );
  }
  if (credentials.isPending) return isSlow ? <SkeletonRows rows={4} label={t("frame.loading")} /> : null;
  const ofKind = (wanted: string) => credentials.data.filter(({ kind }) => kind === wanted);
  if (part === "defaults") return <Defaults credentials={ofKind("model")} />;
  return <Connections key={part} kind={part} item={item} credentials={ofKind(part)} />;
}
