import { readGroups } from "@/lib/addresses";
import { brings, page } from "@/lib/feature";

export const feature = brings({
  id: "groups",
  pages: [page("/groups", readGroups, () => import("./screen"), "GroupsScreen")],
  offers: () => import("./offers"),
});
