import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { asApiError } from "@/api/errors";
import { keys } from "@/api/keys";
import type { BranchInfo } from "@/api/schema";
import { branchWords } from "@/lib/branch";
import { moment } from "@/lib/format";
import { notify } from "@/lib/notices";
import { Button, buttonClass } from "@/ui/button";
import { Empty } from "@/ui/empty";
import { mergeBranch, rejectBranch } from "../changes";
import { useContent } from "../context";
import { useGo } from "../place";
import { branchTitle } from "../provenance";
import { branchesQuery } from "../queries";
import styles from "./branches-view.module.css";
import { RemoteView, SendBranch } from "./remote-view";

/** The branches that wait: look at the content as each would have it, review it, or decide at once. */
export function BranchesView() {
  const { t } = useTranslation();
  const { projectId } = useContent();
  const { data } = useQuery(branchesQuery(projectId));
  return (
    <section className={styles.pane} aria-label={t("content.branches")}>
      <RemoteView />
      {data?.length === 0 ? (
        <Empty title={t("content.noBranches")}>
          <p>{t("content.noBranchesText")}</p>
        </Empty>
      ) : null}
      <ul>
        {(data ?? []).map((branch) => (
          <Branch key={branch.name} branch={branch} />
        ))}
      </ul>
    </section>
  );
}

function Branch({ branch }: { branch: BranchInfo }) {
  const { t, i18n } = useTranslation();
  const { can } = useContent();
  const go = useGo();
  const { name, author, updatedAt, proposalId } = branch;
  return (
    <li className={styles.branch}>
      <span className={styles.words}>
        <b>{branchTitle(branch, t)}</b>
        <span className={styles.name} title={name}>
          {branchWords(name, t, i18n.language)}
        </span>
        <span className={styles.muted}>
          {author}, {moment(updatedAt, Date.now(), i18n.language)}
        </span>
      </span>
      <Button small onClick={() => go({ ref: name, part: undefined }, true)}>
        {t("content.lookAtBranch")}
      </Button>
      {proposalId ? (
        <Link to="/review/$proposalId" params={{ proposalId }} className={buttonClass("usual", true)}>
          {t("content.openReview")}
        </Link>
      ) : can.review ? (
        <BranchEnd name={name} />
      ) : null}
      <SendBranch name={name} />
    </li>
  );
}

/** A branch that somebody pushed with Git has no proposal: it is merged or thrown away as a whole. */
function BranchEnd({ name }: { name: string }) {
  const { t } = useTranslation();
  const { projectId } = useContent();
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const act = async (work: () => Promise<unknown>, done: string) => {
    setBusy(true);
    try {
      await work();
      notify({ tone: "done", text: done });
    } catch (thrown) {
      const { message, suggestion } = asApiError(thrown);
      notify({ tone: "failed", text: message, detail: suggestion });
    }
    await client.invalidateQueries({ queryKey: keys.content });
    setBusy(false);
  };
  return (
    <>
      <Button
        small
        busy={isBusy}
        onClick={() => act(() => mergeBranch(projectId, name), t("content.branchMerged"))}
      >
        {t("content.mergeBranch")}
      </Button>
      <Button
        small
        disabled={isBusy}
        onClick={() => act(() => rejectBranch(projectId, name), t("content.branchThrown"))}
      >
        {t("content.throwAway")}
      </Button>
    </>
  );
}
