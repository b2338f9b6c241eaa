import { Inbox } from "lucide-react";
import { wroteOnBranch } from "@/api/affected";
import { readInbox } from "@/lib/addresses";
import { brings, page } from "@/lib/feature";

export const feature = brings({
  id: "inbox",
  rail: { name: { en: "Inbox", tr: "Gelen kutusu" }, icon: Inbox, section: "work", keys: "g i" },
  pages: [page("/inbox", readInbox, () => import("./screen"), "InboxScreen", { isFirst: true })],
  affected: (_key, affected) => wroteOnBranch(affected),
});
