import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "@/api/client";
import type { ServerInfo, ServerToolInfo } from "@/api/schema";
import { useAct } from "@/lib/use-act";
import { Button } from "@/ui/button";
import { Notice } from "@/ui/notice";
import { Pick } from "@/ui/pick";
import { StateWord } from "@/ui/state-word";
import { cell, tableClass } from "@/ui/table";
import { mcpQuery, mcpToolsQuery } from "../queries";
import styles from "./connections.module.css";

/** The tools of a server, each with all that the server says about it and whether it may be used. */
export function ServerTools({ server }: { server: ServerInfo }) {
  const { t } = useTranslation();
  const tools = useQuery(mcpToolsQuery(server.id)).data ?? [];
  if (tools.length === 0) return <p className={styles.none}>{t("connections.noTools")}</p>;
  return (
    <table className={tableClass}>
      <caption className="hidden-text">{t("connections.tools")}</caption>
      <thead>
        <tr>
          <th scope="col">{t("connections.tool")}</th>
          <th scope="col">{t("connections.use")}</th>
        </tr>
      </thead>
      <tbody>
        {tools.map((tool) => (
          <ToolRow key={tool.name} server={server} tool={tool} />
        ))}
      </tbody>
    </table>
  );
}

const POLICIES = {
  allow: "connections.policyAuto",
  ask: "connections.policyAsk",
  deny: "connections.policyDeny",
} as const;

function ToolRow({ server, tool }: { server: ServerInfo; tool: ServerToolInfo }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { isBusy, act } = useAct();
  const say = (word: { sha256?: string | null; policy?: ServerToolInfo["policy"] }) =>
    act(async () => {
      const params = { path: { server_id: server.id } };
      const body = { tools: [{ name: tool.name, ...word }] };
      await unwrap(api.POST("/api/connections/mcp/{server_id}/tools", { params, body }));
      await client.invalidateQueries({ queryKey: mcpQuery.queryKey });
    });
  const words = Object.keys(POLICIES) as (keyof typeof POLICIES)[];
  return (
    <tr>
      <th scope="row" className={cell.wrap}>
        {tool.name}
        <ToolWords tool={tool} />
      </th>
      <td>
        {tool.state === "accepted" ? (
          <Pick
            label={t("connections.useOf", { tool: tool.name })}
            value={tool.policy}
            options={words.map((value) => ({ value, label: t(POLICIES[value]) }))}
            onChange={(next) => void say({ policy: next as ServerToolInfo["policy"] })}
          />
        ) : tool.seen ? (
          <Button
            small
            busy={isBusy}
            aria-label={t("connections.acceptTool", { tool: tool.name })}
            onClick={() => say({ sha256: tool.sha256 })}
          >
            {t("connections.accept")}
          </Button>
        ) : (
          <StateWord tone="stopped">{t("connections.toolGone")}</StateWord>
        )}
      </td>
    </tr>
  );
}

/** What agents would read of a tool: whoever accepts it has seen all of it, and what it was before. */
function ToolWords({ tool }: { tool: ServerToolInfo }) {
  const { t } = useTranslation();
  const told = tool.seen ?? tool.accepted;
  if (!told) return null;
  const before = tool.state === "changed" ? tool.accepted?.description : undefined;
  return (
    <div className={styles.words}>
      {tool.signs.length > 0 ? (
        <Notice tone="danger" title={t("connections.readsLikeOrders")}>
          <p>{t("connections.signs", { signs: tool.signs.join(", ") })}</p>
        </Notice>
      ) : null}
      <p className={styles.none}>{told.description}</p>
      {before !== undefined && before !== told.description ? (
        <p className={styles.none}>{t("connections.acceptedBefore", { words: before })}</p>
      ) : null}
      <details className={styles.more} open={tool.state === "new" || tool.state === "changed"}>
        <summary>{t("connections.schema")}</summary>
        <pre className={styles.schema}>{JSON.stringify(told.inputSchema, null, 1)}</pre>
      </details>
    </div>
  );
}
