import { useQueryClient } from "@tanstack/react-query";
import { KeyRound, PlugZap, Trash2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "@/api/client";
import type { ServerInfo, TrialInfo } from "@/api/schema";
import { duration } from "@/lib/format";
import { notify } from "@/lib/notices";
import { useAct } from "@/lib/use-act";
import { Button } from "@/ui/button";
import { Field } from "@/ui/field";
import { Form } from "@/ui/form";
import { later } from "@/ui/later";
import { Notice } from "@/ui/notice";
import { mcpQuery } from "../queries";
import { BackLink } from "./back";
import styles from "./connections.module.css";
import { ServerState } from "./mcp";
import { ServerTools } from "./mcp-tools";

const Confirm = later(() => import("@/ui/confirm"));

interface DetailProps {
  server: ServerInfo;
  onGone: () => void;
}

/** One MCP server: how it stands, its tools and whether each may be used, and what can be done with it. */
export function McpDetail({ server, onGone }: DetailProps) {
  const { t, i18n } = useTranslation();
  const client = useQueryClient();
  const { isBusy, act } = useAct();
  const [trial, setTrial] = useState<TrialInfo | null>(null);
  const [layer, setLayer] = useState<"delete" | "key" | null>(null);
  const params = { path: { server_id: server.id } };
  const refresh = async () => {
    await client.invalidateQueries({ queryKey: mcpQuery.queryKey });
  };
  const test = () =>
    act(async () => {
      setTrial(await unwrap(api.POST("/api/connections/mcp/{server_id}/test", { params })));
      await unwrap(api.POST("/api/connections/mcp/{server_id}/tools/refresh", { params })).catch(() => null);
      await refresh();
    });
  const remove = () =>
    act(async () => {
      await unwrap(api.DELETE("/api/connections/mcp/{server_id}", { params }));
      notify({ tone: "done", text: t("connections.deleted", { name: server.name }) });
      onGone();
      await refresh();
    });
  const rotate = async ({ token = "" }: Record<string, string>) => {
    await unwrap(
      api.PUT("/api/connections/mcp/{server_id}", { params, body: { authMode: "bearer", token } }),
    );
    notify({ tone: "done", text: t("connections.rotated", { name: server.name }) });
    setLayer(null);
    await refresh();
  };
  const failure = trial ? (trial.ok ? null : trial.message) : server.lastError;
  return (
    <>
      <BackLink />
      <h2 className={styles.title}>{server.name}</h2>
      <p className={styles.state}>
        <ServerState server={server} />
        <span>{server.url || server.command}</span>
      </p>
      {trial?.ok || failure ? (
        <div className={styles.notice}>
          <Notice
            tone={failure ? "danger" : "plain"}
            title={
              failure
                ? t("connections.testFailed")
                : t("connections.answered", { took: duration(trial?.durationMs ?? 0, i18n.language) })
            }
            alert={trial !== null}
          >
            <p>{failure ?? trial?.message}</p>
          </Notice>
        </div>
      ) : null}
      <div className={styles.actions}>
        <Button icon={PlugZap} busy={isBusy} onClick={() => test()}>
          {t("connections.test")}
        </Button>
        {server.hasCredentials ? (
          <Button icon={KeyRound} onClick={() => setLayer("key")}>
            {t("connections.rotate")}
          </Button>
        ) : null}
        <Button look="danger" icon={Trash2} onClick={() => setLayer("delete")}>
          {t("connections.delete")}
        </Button>
      </div>
      {layer === "key" ? (
        <Form
          action={t("connections.testAndSave")}
          onSend={rotate}
          back={t("connections.cancel")}
          onBack={() => setLayer(null)}
        >
          <Field label={t("connections.token")} name="token" type="password" autoComplete="off" required />
        </Form>
      ) : null}
      <ServerTools server={server} />
      {layer === "delete" ? (
        <Confirm
          open
          onClose={() => setLayer(null)}
          title={t("connections.deleteTitle", { name: server.name })}
          text={t("connections.deleteMcpText")}
          keep={t("connections.keep")}
          act={t("connections.delete")}
          onAct={() => {
            setLayer(null);
            void remove();
          }}
        />
      ) : null}
    </>
  );
}
