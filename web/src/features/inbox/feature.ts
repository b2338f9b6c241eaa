import { Inbox } from "lucide-react";
import { readInbox } from "@/lib/addresses";
import { brings, page } from "@/lib/feature";

export const feature = brings({
  id: "inbox",
  rail: { icon: Inbox, section: "work", keys: "g i" },
  pages: [page("/inbox", readInbox, () => import("./screen"), "InboxScreen", { isFirst: true })],
});
