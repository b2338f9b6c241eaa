import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ChevronRight } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { asApiError } from "@/api/errors";
import { keys } from "@/api/keys";
import { notify } from "@/lib/notices";
import { Button, buttonClass } from "@/ui/button";
import { Icon } from "@/ui/icon";
import { crumbClass } from "@/ui/page";
import { Pick } from "@/ui/pick";
import { setStatus } from "../changes";
import { useContent } from "../context";
import { useGo, usePlace } from "../place";
import { branchesQuery, entryQuery } from "../queries";
import { isWhole } from "../use-editor";
import { useTold } from "../use-told";
import styles from "./page-head.module.css";

/** The way to where one is. */
export function Crumbs() {
  const { t } = useTranslation();
  const { model } = useContent();
  const { entry, part } = usePlace();
  const isInside = part === "model" || (!part && entry !== undefined && !isWhole(model));
  return (
    <>
      <Link
        from="/content"
        to="/content"
        search={(before) => ({ project: before.project })}
        className={crumbClass}
      >
        {t("frame.content")}
      </Link>
      {isInside ? (
        <>
          <Icon of={ChevronRight} size="tiny" tone="muted" />
          <Link
            from="/content"
            to="/content"
            search={(before) => ({
              ...before,
              model: model.id,
              entry: undefined,
              view: undefined,
              part: undefined,
              beside: undefined,
            })}
            className={crumbClass}
          >
            {model.name}
          </Link>
        </>
      ) : null}
    </>
  );
}

/** The branch that is read, and what can be done with an entry as a whole. */
export function HeadActions({ isOne }: { isOne: boolean }) {
  const { entry } = usePlace();
  return (
    <>
      <span className={isOne ? styles.branch : undefined}>
        <BranchPick />
      </span>
      {isOne && entry ? <PublishButton entry={entry} /> : null}
    </>
  );
}

/** Which branch is read: the content as it stands, or one that waits to be merged. */
function BranchPick() {
  const { t } = useTranslation();
  const { projectId, ref } = useContent();
  const go = useGo();
  const { data } = useQuery(branchesQuery(projectId));
  const branches = data ?? [];
  const waiting = branches.find(({ name }) => name === ref);
  return (
    <>
      {branches.length > 0 ? (
        <Pick
          label={t("content.branch")}
          value={ref ?? ""}
          onChange={(next) => go({ ref: next || undefined })}
          options={[
            { value: "", label: t("content.asItStands") },
            ...branches.map(({ name, subject }) => ({ value: name, label: subject })),
          ]}
        />
      ) : null}
      {waiting?.proposalId ? (
        <Link to="/review/$proposalId" params={{ proposalId: waiting.proposalId }} className={crumbClass}>
          {t("content.openReview")}
        </Link>
      ) : null}
    </>
  );
}

function PublishButton({ entry }: { entry: string }) {
  const { t } = useTranslation();
  const { projectId, slug, model, locale, ref } = useContent();
  const client = useQueryClient();
  const told = useTold();
  const [isBusy, setBusy] = useState(false);
  const wish = { projectId, model: model.id, kind: model.kind, entry, locale, ref };
  const { data } = useQuery(entryQuery(wish));
  if (!data || ref !== null) return null;
  const isPublished = data.meta.status === "published";
  const act = async () => {
    setBusy(true);
    try {
      const status = isPublished ? "draft" : "published";
      told(
        ...(await setStatus(projectId, model.id, {
          entryIds: [entry],
          status,
          ...(model.i18n ? { locale } : {}),
        })),
      );
    } catch (thrown) {
      const { message, suggestion } = asApiError(thrown);
      notify({ tone: "failed", text: message, detail: suggestion });
    }
    await client.invalidateQueries({ queryKey: keys.content });
    await client.invalidateQueries({ queryKey: keys.inbox });
    setBusy(false);
  };
  return (
    <>
      {isPublished ? (
        <Link
          to="/read/$project/$model/$entry"
          params={{ project: slug, model: model.id, entry }}
          search={model.i18n ? { locale } : {}}
          className={buttonClass("usual")}
        >
          {t("content.seePublished")}
        </Link>
      ) : null}
      <Button look={isPublished ? "usual" : "primary"} busy={isBusy} onClick={() => void act()}>
        {isPublished ? t("content.unpublishEntry") : t("content.publishEntry")}
      </Button>
    </>
  );
}
