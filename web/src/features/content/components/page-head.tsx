import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ChevronRight } from "lucide-react";
import { useTranslation } from "react-i18next";
import { BranchFace, chipClass } from "@/ui/branch-chip";
import { Icon } from "@/ui/icon";
import { crumbClass } from "@/ui/page";
import { Pick } from "@/ui/pick";
import { useContent } from "../context";
import { useGo, usePlace } from "../place";
import { branchTitle } from "../provenance";
import { branchesQuery } from "../queries";
import { isWhole } from "../use-editor";
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

/** Which branch is read, how far it is from the content, and how many proposals wait: choosing another reads that. */
export function BranchChip() {
  const { t } = useTranslation();
  const { projectId, ref } = useContent();
  const go = useGo();
  const { data } = useQuery(branchesQuery(projectId));
  const branches = data ?? [];
  const shown = branches.find(({ name }) => name === ref);
  const proposals = branches.filter(({ proposalId }) => proposalId).length;
  const notes = [
    ...(shown?.ahead ? [t("content.ahead", { count: shown.ahead })] : []),
    ...(shown?.behind ? [t("content.behind", { count: shown.behind })] : []),
    ...(!ref && proposals > 0 ? [t("content.proposals", { count: proposals })] : []),
  ];
  const face = <BranchFace name={ref ?? t("frame.asItStands")} notes={notes} />;
  return (
    <span className={styles.branch}>
      {branches.length > 0 || ref ? (
        <Pick
          label={t("content.branch")}
          className={chipClass}
          face={face}
          value={ref ?? ""}
          onChange={(next) => go({ ref: next || undefined })}
          options={[
            { value: "", label: t("content.asItStands") },
            ...branches.map((one) => ({ value: one.name, label: branchTitle(one, t) })),
          ]}
        />
      ) : (
        <span className={chipClass}>{face}</span>
      )}
      {shown?.proposalId ? (
        <Link to="/review/$proposalId" params={{ proposalId: shown.proposalId }} className={crumbClass}>
          {t("content.openReview")}
        </Link>
      ) : null}
    </span>
  );
}
