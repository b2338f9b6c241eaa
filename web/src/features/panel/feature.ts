import { readNothing } from "@/lib/addresses";
import { brings, page } from "@/lib/feature";

export const feature = brings({
  id: "panel",
  pages: [page("/agent", readNothing, () => import("./agent-page"), "AgentPage")],
  offers: () => import("./offers"),
});
