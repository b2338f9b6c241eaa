import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "@/api/client";
import { useMay } from "@/api/may";
import type { AgentDetail } from "@/api/schema";
import { notify } from "@/lib/notices";
import { useAct } from "@/lib/use-act";
import { Button } from "@/ui/button";
import { Check } from "@/ui/check";
import { Notice } from "@/ui/notice";
import { defaultQuery, refreshAgents } from "../queries";
import styles from "./agent.module.css";
import { Changed } from "./versions";

/** What a newer studio says about an agent of its own, to be taken over field by field. */
export function NewerDefault({ agent }: { agent: AgentDetail }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { isBusy, act } = useAct();
  const canTake = useMay()("agents.team.update");
  const offered = useQuery(defaultQuery(agent.slug, agent.isSystem)).data ?? [];
  const [chosen, setChosen] = useState<string[]>([]);
  if (offered.length === 0) return null;
  const take = () =>
    act(async () => {
      const params = { path: { slug: agent.slug } };
      const now = await unwrap(api.POST("/api/agents/{slug}/default", { params, body: { fields: chosen } }));
      notify({ tone: "done", text: t("agents.saved", { name: now.name, version: now.version }) });
      await refreshAgents(client);
    });
  return (
    <Notice tone="plain" title={t("agents.newerTitle")}>
      <p>{t("agents.newerText")}</p>
      <ul aria-label={t("agents.newerTitle")}>
        {offered.map((change) => (
          <li key={change.field} className={styles.version}>
            <Changed change={change} />
            {canTake ? (
              <Check
                checked={chosen.includes(change.field)}
                onChange={(event) =>
                  setChosen([
                    ...chosen.filter((field) => field !== change.field),
                    ...(event.target.checked ? [change.field] : []),
                  ])
                }
              >
                {t("agents.newerTake", { field: change.field })}
              </Check>
            ) : null}
          </li>
        ))}
      </ul>
      {canTake ? (
        <Button busy={isBusy} disabled={chosen.length === 0} onClick={take}>
          {t("agents.newerDo", { count: chosen.length })}
        </Button>
      ) : null}
    </Notice>
  );
}
