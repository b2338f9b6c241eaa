/** The keys of a review: move, decide, take back, comment, ask, answer a conflict, merge. */
import type { TFunction } from "i18next";
import { Check, CheckCheck, GitMerge, ListChecks, MessageSquare, Undo2, X } from "lucide-react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { announce } from "@/lib/announce";
import { type Command, useCommands } from "@/lib/commands";
import { nameOf } from "@/lib/diff";
import { type Change, neighbour, spansOfChange } from "@/lib/review";
import type { Desk } from "./desk";

type Translate = TFunction;

/** Return a change as a sentence to be read out. */
export function sayChange(desk: Pick<Desk, "review">, change: Change, t: Translate): string {
  const states = {
    open: "review.undecided",
    accepted: "review.accepted",
    rejected: "review.rejected",
  } as const;
  return t("review.sayChange", {
    number: change.number,
    count: desk.review.changes.length,
    words: nameOf(spansOfChange(change)).slice(0, 160),
    state: t(states[change.state]),
  });
}

interface Ways {
  merge: () => void;
  nextView: () => void;
}

/** Offer the keys while the review is shown. */
export function useReviewKeys(desk: Desk | null, ways: Ways): void {
  const { t } = useTranslation();
  const { merge, nextView } = ways;
  const commands = useMemo<Command[]>(() => {
    if (!desk) return [];
    const all = [...moves(desk, t), viewKey(t, nextView)];
    if (!desk.canDecide) return all;
    all.push(...decisions(desk, t), mergeKey(t, merge));
    return all;
  }, [desk, t, merge, nextView]);
  useCommands(commands);
}

function moves(desk: Desk, t: Translate): Command[] {
  const go = (by: 1 | -1) => () => {
    const change = neighbour(desk.review, desk.current?.id, by);
    if (!change) return;
    desk.go(change);
    announce(sayChange(desk, change, t));
  };
  const base = { group: "do", keyOnly: true } as const;
  return [
    { ...base, id: "review.next", label: t("review.next"), keys: ["j"], run: go(1) },
    { ...base, id: "review.previous", label: t("review.previous"), keys: ["k"], run: go(-1) },
  ];
}

function viewKey(t: Translate, run: () => void): Command {
  return { id: "review.view", label: t("review.nextView"), group: "look", keys: ["v"], run };
}

function mergeKey(t: Translate, run: () => unknown): Command {
  return {
    id: "review.merge",
    label: t("review.mergeKey"),
    group: "do",
    icon: GitMerge,
    keys: ["Mod+Enter"],
    run,
  };
}

function decisions(desk: Desk, t: Translate): Command[] {
  const { current, deciding, subject } = desk;
  const takeBack: Command = {
    id: "review.takeBack",
    label: t("review.takeBackKey"),
    group: "do",
    icon: Undo2,
    keys: ["u"],
    run: () => {
      const change = deciding.takeBack();
      if (!change) return;
      desk.go(change);
      announce(t("review.tookBack"));
    },
  };
  const everything: Command = {
    id: "review.acceptEverything",
    label: t("review.acceptEverything"),
    group: "do",
    icon: CheckCheck,
    keys: ["Shift+A"],
    run: () => {
      deciding.decideAll(desk.review.changes, "accepted");
      announce(t("review.allDecided"));
    },
  };
  if (!current) return [takeBack];
  const all = (decision: "accepted" | "rejected") => () => deciding.decideAll(subject.changes, decision);
  const commands: Command[] = [
    takeBack,
    everything,
    {
      id: "review.comment",
      label: t("review.comment"),
      group: "do",
      icon: MessageSquare,
      keys: ["c"],
      run: () => desk.setCommenting(true),
    },
    { id: "review.ask", label: t("review.askKey"), group: "do", keys: ["e"], run: () => desk.ask(current) },
    {
      id: "review.acceptAll",
      label: t("review.acceptSubject"),
      group: "do",
      icon: ListChecks,
      keys: ["Shift+Y"],
      run: all("accepted"),
    },
    {
      id: "review.rejectAll",
      label: t("review.rejectSubject"),
      group: "do",
      keys: ["Shift+N"],
      run: all("rejected"),
    },
  ];
  if (current.conflict) return [...commands, ...answers(desk, current, t)];
  return [
    ...commands,
    {
      id: "review.accept",
      label: t("review.accept"),
      group: "do",
      icon: Check,
      keys: ["y"],
      run: () => desk.settle(current, "accepted"),
    },
    {
      id: "review.reject",
      label: t("review.reject"),
      group: "do",
      icon: X,
      keys: ["n"],
      run: () => desk.settle(current, "rejected"),
    },
  ];
}

function answers({ deciding }: Desk, change: Change, t: Translate): Command[] {
  const own = () => document.querySelector<HTMLElement>("[data-own-value]")?.click();
  const ours = () => deciding.choose(change, { take: "ours" });
  const theirs = () => deciding.choose(change, { take: "theirs" });
  return [
    { id: "review.ours", label: t("review.takeOurs"), group: "do", keys: ["1"], run: ours },
    { id: "review.theirs", label: t("review.takeTheirs"), group: "do", keys: ["2"], run: theirs },
    { id: "review.own", label: t("review.takeValue"), group: "do", keys: ["3"], run: own },
  ];
}
