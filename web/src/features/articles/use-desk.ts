/** Something a person sets off at the desk: whatever comes of it, the article is asked for again. */
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/errors";
import type { ArticleInfo } from "@/api/schema";
import { useAct } from "@/lib/use-act";
import { articleKeys } from "./queries";

/** Return whether it is under way, and a function that does it; what the article has left behind is said so. */
export function useDesk(id: string) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { isBusy, act } = useAct();
  const movedOn = (thrown: unknown) => {
    const status = thrown instanceof ApiError && thrown.context.currentStatus;
    if (!status) return thrown;
    const state = t(`articles.states.${status as ArticleInfo["status"]}`);
    const { code, recoverable } = thrown;
    return new ApiError(thrown.status, {
      code,
      recoverable,
      message: t("articles.movedOn", { state }),
      suggestion: "",
    });
  };
  return {
    client,
    isBusy,
    act: (run: () => Promise<unknown>) =>
      act(async () => {
        try {
          await run();
        } catch (thrown) {
          throw movedOn(thrown);
        } finally {
          await client.invalidateQueries({ queryKey: articleKeys.one(id) });
        }
      }),
  };
}
