import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { keys } from "@/api/keys";
import { commentOn } from "@/api/proposals";
import type { ProposalDetail } from "@/api/schema";
import { commentsOn } from "@/lib/comments";
import type { Change } from "@/lib/review";
import { useAct } from "@/lib/use-act";
import { Said, SayForm } from "@/ui/review/said";
import { useDesk, useNoteFacts } from "../desk";

/** What people said about a change. */
export function Comments({ change }: { change: Change }) {
  const { comments } = useNoteFacts();
  return <Said comments={commentsOn(comments, change)} />;
}

/** A comment on the current change, while one is being written. */
export function CommentForm({ change }: { change: Change }) {
  const { t } = useTranslation();
  const { isCommenting, setCommenting, detail } = useDesk();
  const client = useQueryClient();
  const { act } = useAct();
  if (!isCommenting) return null;
  const say = (text: string) =>
    act(async () => {
      const said = await commentOn(detail.proposal.id, text, change.id);
      client.setQueryData<ProposalDetail>(keys.proposal(detail.proposal.id), (before) =>
        before ? { ...before, comments: [...before.comments, said] } : before,
      );
    });
  return (
    <SayForm
      key={change.id}
      label={t("review.commentOn", { number: change.number })}
      keepAs={`${detail.proposal.id}/${change.id}`}
      onSay={say}
      onClose={() => setCommenting(false)}
    />
  );
}
