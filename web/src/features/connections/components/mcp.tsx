import { useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "@/api/client";
import type { NewServer, ServerInfo } from "@/api/schema";
import { notify } from "@/lib/notices";
import { Empty } from "@/ui/empty";
import { Field } from "@/ui/field";
import { Form } from "@/ui/form";
import { PickField } from "@/ui/pick";
import { row, Split } from "@/ui/split";
import { StateWord } from "@/ui/state-word";
import { mcpQuery } from "../queries";
import { SaveAnyway } from "./add";
import { BackLink } from "./back";
import styles from "./connections.module.css";
import { McpDetail } from "./mcp-detail";

const route = getRouteApi("/app/connections");

/** The MCP servers agents can reach, and at their side the chosen one with its tools. */
export function McpServers({ item }: { item: string | undefined }) {
  const { t } = useTranslation();
  const navigate = route.useNavigate();
  const servers = useQuery(mcpQuery).data;
  if (!servers) return null;
  const chosen = servers.find(({ id }) => id === item);
  const open = (id: string | undefined) =>
    void navigate({ search: (before) => ({ ...before, item: id }), replace: true });
  return (
    <Split
      hasDetail={chosen !== undefined || item === "new" || servers.length === 0}
      list={
        servers.length === 0 ? (
          <Empty title={t("connections.noMcpTitle")}>
            <p>{t("connections.noMcpText")}</p>
          </Empty>
        ) : (
          <List servers={servers} item={item} />
        )
      }
      detail={
        chosen ? (
          <McpDetail key={chosen.id} server={chosen} onGone={() => open(undefined)} />
        ) : item === "new" || servers.length === 0 ? (
          <AddServer onAdded={open} />
        ) : (
          <p className={styles.none}>{t("connections.pick")}</p>
        )
      }
    />
  );
}

function List({ servers, item }: { servers: ServerInfo[]; item: string | undefined }) {
  const { t } = useTranslation();
  return (
    <ul aria-label={t("connections.mcp")}>
      {servers.map((server) => (
        <li key={server.id}>
          <Link
            from="/connections"
            to="/connections"
            search={(before) => ({ ...before, item: server.id })}
            className={row.link}
            aria-current={server.id === item ? "true" : undefined}
          >
            <span className={row.name}>{server.name}</span>
            <ServerState server={server} />
            <span className={row.note}>{server.url || server.command}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** How a server stands, in one word. */
export function ServerState({ server }: { server: ServerInfo }) {
  const { t } = useTranslation();
  if (server.status === "inactive") return <StateWord tone="stopped">{t("connections.off")}</StateWord>;
  if (server.lastError) return <StateWord tone="failed">{t("connections.failing")}</StateWord>;
  if (!server.lastTestedAt) return <StateWord tone="waiting">{t("connections.untested")}</StateWord>;
  return <StateWord tone="done">{t("connections.works")}</StateWord>;
}

const WAYS = { none: "connections.authNone", bearer: "connections.authBearer" } as const;

function AddServer({ onAdded }: { onAdded: (id: string) => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [auth, setAuth] = useState<keyof typeof WAYS>("none");
  const send = async (values: Record<string, string>) => {
    const body: NewServer = {
      name: values.name ?? "",
      url: values.url ?? "",
      authMode: auth,
      ...(auth === "bearer" ? { token: values.token ?? "" } : {}),
      saveAnyway: values.saveAnyway === "yes",
    };
    const { server } = await unwrap(api.POST("/api/connections/mcp", { body }));
    notify({ tone: "done", text: t("connections.saved", { name: server.name }) });
    await client.invalidateQueries({ queryKey: mcpQuery.queryKey });
    onAdded(server.id);
  };
  return (
    <>
      <BackLink />
      <h2 className={styles.title}>{t("connections.addMcp")}</h2>
      <p className={styles.state}>{t("connections.addMcpText")}</p>
      <Form
        action={t("connections.testAndSave")}
        onSend={send}
        onError={(error) => (error.context.tested ? <SaveAnyway /> : null)}
      >
        <Field label={t("connections.address")} name="url" type="url" required />
        <PickField
          label={t("connections.auth")}
          value={auth}
          options={Object.entries(WAYS).map(([value, word]) => ({ value, label: t(word) }))}
          onChange={(next) => setAuth(next === "bearer" ? "bearer" : "none")}
        />
        {auth === "bearer" ? (
          <Field label={t("connections.token")} name="token" type="password" autoComplete="off" required />
        ) : null}
        <Field label={t("connections.name")} name="name" maxLength={80} />
      </Form>
    </>
  );
}
