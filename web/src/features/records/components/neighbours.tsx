import { type InfiniteData, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { ArrowDown, ArrowUp } from "lucide-react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { EntitiesPage } from "@/api/schema";
import { type Command, useCommands } from "@/lib/commands";
import { IconButton } from "@/ui/icon-button";

/** Where a record stands in the list that it was opened from, and the ways to those before and after it. */
export function Neighbours({ id, type }: { id: string | undefined; type: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const lists = useQueryClient().getQueriesData<InfiniteData<EntitiesPage>>({
    queryKey: ["entities", "list", type],
  });
  const pages = lists.map(([, list]) => list?.pages ?? []).findLast((one) => holds(one, id)) ?? [];
  const ids = pages.flatMap(({ entities }) => entities.map((one) => one.id));
  const at = ids.indexOf(id ?? "");
  const [before, after] = [ids[at - 1], ids[at + 1]];
  const commands = useMemo<Command[]>(() => {
    const to = (other: string | undefined) => () =>
      other ? navigate({ to: "/records", search: { type, record: other } }) : undefined;
    const base = { group: "do", keyOnly: true } as const;
    return [
      { ...base, id: "records.after", label: t("records.next"), keys: ["j"], run: to(after) },
      { ...base, id: "records.before", label: t("records.previous"), keys: ["k"], run: to(before) },
    ];
  }, [t, navigate, type, before, after]);
  useCommands(commands);
  const [next, previous] = commands;
  if (at < 0 || !next || !previous) return null;
  return (
    <>
      <span>{t("records.placeOf", { at: at + 1, all: pages[0]?.total ?? ids.length })}</span>
      <IconButton
        small
        icon={ArrowUp}
        name={previous.label}
        keys="k"
        disabled={!before}
        onClick={previous.run}
      />
      <IconButton small icon={ArrowDown} name={next.label} keys="j" disabled={!after} onClick={next.run} />
    </>
  );
}

function holds(pages: readonly EntitiesPage[], id: string | undefined): boolean {
  return pages.some(({ entities }) => entities.some((one) => one.id === id));
}
