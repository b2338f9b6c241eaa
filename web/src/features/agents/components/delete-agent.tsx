import { useQueryClient } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "@/api/client";
import type { AgentDetail } from "@/api/schema";
import { notify } from "@/lib/notices";
import { useAct } from "@/lib/use-act";
import { IconButton } from "@/ui/icon-button";
import { later } from "@/ui/later";
import { refreshAgents } from "../queries";

const route = getRouteApi("/app/agents");
const Confirm = later(() => import("@/ui/confirm"));

/** The end of an agent that somebody made; those of the studio stay. */
export function DeleteAgent({ agent }: { agent: AgentDetail }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const navigate = route.useNavigate();
  const { isBusy, act } = useAct();
  const [isAsking, setAsking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const remove = () =>
    act(async () => {
      await unwrap(api.DELETE("/api/agents/{slug}", { params: { path: { slug: agent.slug } } }));
      notify({ tone: "done", text: t("agents.deleted", { name: agent.name }) });
      await navigate({ search: ({ project }) => ({ project }), replace: true });
      await refreshAgents(client);
    });
  return (
    <>
      <IconButton
        ref={button}
        icon={Trash2}
        name={t("agents.delete", { name: agent.name })}
        disabled={isBusy}
        onClick={() => setAsking(true)}
      />
      {isAsking ? (
        <Confirm
          open
          onClose={() => setAsking(false)}
          title={t("agents.delete", { name: agent.name })}
          text={t("agents.deleteText")}
          keep={t("agents.keep")}
          act={t("agents.deleteAct")}
          onAct={() => {
            setAsking(false);
            void remove();
          }}
          finalFocus={button}
        />
      ) : null}
    </>
  );
}
