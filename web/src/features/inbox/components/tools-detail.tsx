import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { keys } from "@/api/keys";
import { acceptTools, serverToolsQuery } from "@/api/mcp";
import type { InboxItemInfo, ServerToolInfo } from "@/api/schema";
import { notify } from "@/lib/notices";
import { useAct } from "@/lib/use-act";
import { Button } from "@/ui/button";
import { StateWord } from "@/ui/state-word";
import styles from "./detail.module.css";
import { DetailHead } from "./detail-head";
import list from "./tools-detail.module.css";

/** Tools of a connected server that are new or have changed: what each says, and the word that lets it in. */
export default function ToolsDetail({ item }: { item: InboxItemInfo }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { isBusy, act } = useAct();
  const { data: tools } = useQuery(serverToolsQuery(item.id));
  const waiting = tools?.filter((tool) => tool.state === "new" || tool.state === "changed") ?? [];
  const accept = (chosen: readonly ServerToolInfo[]) =>
    act(async () => {
      await acceptTools(item.id, chosen);
      notify({ tone: "done", text: t("tools.accepted", { count: chosen.length }) });
      await client.invalidateQueries({ queryKey: [...keys.inbox] });
    });
  return (
    <>
      <div className={styles.scroll}>
        <DetailHead item={item} />
        <p>{t("tools.why")}</p>
        <ul className={list.tools}>
          {waiting.map((tool) => (
            <li key={tool.name} className={list.tool}>
              <Told tool={tool} />
              <Button busy={isBusy} onClick={() => accept([tool])}>
                {t("tools.accept", { name: tool.name })}
              </Button>
            </li>
          ))}
        </ul>
      </div>
      {waiting.length > 0 ? (
        <div className={styles.foot}>
          <Button look="primary" busy={isBusy} onClick={() => accept(waiting)}>
            {t("tools.acceptAll", { count: waiting.length })}
          </Button>
        </div>
      ) : null}
    </>
  );
}

function Told({ tool }: { tool: ServerToolInfo }) {
  const { t } = useTranslation();
  const isChanged = tool.state === "changed";
  return (
    <div className={list.told}>
      <h3>
        {tool.name}{" "}
        <StateWord tone={isChanged ? "failed" : "paused"}>
          {t(isChanged ? "tools.changed" : "tools.new")}
        </StateWord>
      </h3>
      {isChanged && tool.accepted ? (
        <p>
          <del>{tool.accepted.description}</del>
        </p>
      ) : null}
      <p>{tool.seen?.description}</p>
      <p className={list.quiet}>{t(tool.seen?.readOnly ? "tools.reads" : "tools.writes")}</p>
      <details>
        <summary>{t("tools.schema")}</summary>
        <pre>{JSON.stringify(tool.seen?.inputSchema, null, 2)}</pre>
      </details>
    </div>
  );
}
