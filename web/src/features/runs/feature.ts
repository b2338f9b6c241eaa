import { Activity } from "lucide-react";
import { readRun } from "@/lib/addresses";
import { brings, page } from "@/lib/feature";
import { readFilters } from "./model";

export const feature = brings({
  id: "runs",
  rail: {
    name: { en: "Runs", tr: "Çalışmalar" },
    icon: Activity,
    section: "work",
    keys: "g r",
    permission: "sessions.own.read",
  },
  pages: [
    page("/runs", readFilters, () => import("./list-screen"), "RunsScreen"),
    page("/runs/$runId", readRun, () => import("./run-screen"), "RunScreen"),
  ],
});
