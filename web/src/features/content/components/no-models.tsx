import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "@/api/client";
import { keys } from "@/api/keys";
import { useMay } from "@/api/may";
import type { ContentStatus } from "@/api/schema";
import { askAgent } from "@/lib/ask";
import { codesIn } from "@/lib/locales";
import { Button } from "@/ui/button";
import { Empty } from "@/ui/empty";
import { Field } from "@/ui/field";
import { Form } from "@/ui/form";
import { NEW, useGo } from "../place";

interface NoModelsProps {
  projectId: string;
  status: ContentStatus;
}

/** A project without models: give it a structure, make the first model, or let the editor propose some. */
export function NoModels({ projectId, status }: NoModelsProps) {
  const { t } = useTranslation();
  const go = useGo();
  const canShape = useMay(projectId)("content.model");
  if (status.phase === "uninitialized" && canShape) return <NoStructure projectId={projectId} />;
  return (
    <Empty
      title={t("content.noModels")}
      actions={
        canShape ? (
          <>
            <Button look="primary" onClick={() => go({ model: NEW, part: "model" }, true)}>
              {t("content.makeModel")}
            </Button>
            <Button onClick={() => askAgent({ agent: "editor", text: t("content.noModelsAsk") })}>
              {t("content.askEditor")}
            </Button>
          </>
        ) : null
      }
    >
      <p>{status.cause || t("content.noModelsText")}</p>
    </Empty>
  );
}

function NoStructure({ projectId }: { projectId: string }) {
  const { t, i18n } = useTranslation();
  const client = useQueryClient();
  const send = async ({ locales = "" }: Record<string, string>) => {
    const params = { path: { project_id: projectId } };
    const body = { locales: codesIn(locales), domains: ["content"] };
    await unwrap(api.POST("/api/projects/{project_id}/content/init", { params, body }));
    await client.invalidateQueries({ queryKey: keys.content });
    await client.invalidateQueries({ queryKey: keys.inbox });
  };
  return (
    <Empty title={t("content.noStructure")}>
      <p>{t("content.noStructureText")}</p>
      <Form action={t("content.giveStructure")} onSend={send}>
        <Field
          label={t("projects.locales")}
          hint={t("projects.localesHint")}
          name="locales"
          required
          defaultValue={i18n.language}
        />
      </Form>
    </Empty>
  );
}
