import { readReview } from "@/lib/addresses";
import { brings, page } from "@/lib/feature";

export const feature = brings({
  id: "review",
  pages: [page("/review/$proposalId", readReview, () => import("./screen"), "ReviewScreen")],
});
