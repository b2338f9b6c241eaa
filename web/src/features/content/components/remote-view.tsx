import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ArrowDownToLine, ArrowUpFromLine, Combine } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { keys } from "@/api/keys";
import { useMay } from "@/api/may";
import type { BranchRelation, JoinAnswer, PushAnswer, RemoteInfo } from "@/api/schema";
import { notify } from "@/lib/notices";
import { useAct } from "@/lib/use-act";
import { Button } from "@/ui/button";
import { later } from "@/ui/later";
import { StateWord } from "@/ui/state-word";
import { useContent } from "../context";
import { fetchRemote, forgetRemote, joinRemote, nextSteps, pushRemote, remoteQuery } from "../remote";
import styles from "./remote-view.module.css";

const Confirm = later(() => import("@/ui/confirm"));
const RemoteDialog = later(() => import("./remote-dialog"));

const RELATIONS = {
  in_sync: "content.relation.in_sync",
  diverged: "content.relation.diverged",
  only_here: "content.relation.only_here",
  only_there: "content.relation.only_there",
} as const;

const CAME = {
  in_sync: "content.came.in_sync",
  joined: "content.came.joined",
  diverged: "content.came.diverged",
  conflicts: "content.came.conflicts",
} as const;

/** The repository elsewhere: where it is, how the branches stand to it, and the ways to bring both together. */
export function RemoteView() {
  const { t } = useTranslation();
  const { projectId } = useContent();
  const { data: remote } = useQuery(remoteQuery(projectId));
  const may = useMay(projectId);
  const [isSetting, setSetting] = useState(false);
  if (remote === undefined) return null;
  const canSet = may("connections.team.create");
  return (
    <section className={styles.remote} aria-labelledby="remote-title">
      <div className={styles.head}>
        <div className={styles.words}>
          <h2 id="remote-title" className={styles.title}>
            {t("content.remote")}
          </h2>
          {remote ? (
            <code className={styles.address}>{remote.url}</code>
          ) : (
            <p className={styles.muted}>{t("content.noRemote")}</p>
          )}
        </div>
        {canSet ? (
          <Button small onClick={() => setSetting(true)}>
            {t(remote ? "content.changeRemote" : "content.connectRemote")}
          </Button>
        ) : null}
        {remote && may("connections.team.delete") ? <Forget /> : null}
      </div>
      {remote ? <Exchange remote={remote} canMove={may("content.review")} /> : null}
      {isSetting ? <RemoteDialog remote={remote} onClose={() => setSetting(false)} /> : null}
    </section>
  );
}

function Exchange({ remote, canMove }: { remote: RemoteInfo; canMove: boolean }) {
  const { t } = useTranslation();
  const { projectId } = useContent();
  const move = useMove();
  const next = nextSteps(remote.branches);
  const fetch = () => move.run("fetch", async () => move.joined(await fetchRemote(projectId)));
  const push = () => move.run("push", async () => move.pushed(await pushRemote(projectId)));
  const join = () => move.run("join", async () => move.joined(await joinRemote(projectId)));
  return (
    <>
      <ul className={styles.branches}>
        {Object.entries(remote.branches).map(([name, standing]) => (
          <li key={name} className={styles.branch}>
            <code>{name}</code>
            <Stands standing={standing} />
          </li>
        ))}
      </ul>
      {canMove ? (
        <div className={styles.actions}>
          <Button icon={ArrowDownToLine} small busy={move.doing === "fetch"} onClick={() => fetch()}>
            {t("content.fetch")}
          </Button>
          {next.join ? (
            <Button icon={Combine} small busy={move.doing === "join"} onClick={() => join()}>
              {t("content.join")}
            </Button>
          ) : null}
          <Button icon={ArrowUpFromLine} small busy={move.doing === "push"} onClick={() => push()}>
            {t("content.push")}
          </Button>
          <span className={styles.muted}>
            {move.doing ? t("content.exchanging", { host: hostOf(remote.url) }) : t("content.asOfFetch")}
          </span>
        </div>
      ) : null}
    </>
  );
}

/** How a branch stands to the remote's: a word, and how many commits each side has alone. */
function Stands({ standing }: { standing: BranchRelation }) {
  const { t } = useTranslation();
  const { relation, ahead, behind } = standing;
  const counts = [
    ...(ahead > 0 ? [t("content.ahead", { count: ahead })] : []),
    ...(behind > 0 ? [t("content.behind", { count: behind })] : []),
  ].join(", ");
  if (relation === "ahead" || relation === "behind") return <span>{counts}</span>;
  if (relation !== "diverged") return <span className={styles.muted}>{t(RELATIONS[relation])}</span>;
  return (
    <>
      <StateWord tone="finding">{t(RELATIONS.diverged)}</StateWord>
      <span className={styles.muted}>{counts}</span>
    </>
  );
}

/** The way of one review branch to the remote, where there is one. */
export function SendBranch({ name }: { name: string }) {
  const { t } = useTranslation();
  const { projectId, can } = useContent();
  const { data: remote } = useQuery(remoteQuery(projectId));
  const move = useMove();
  if (!remote || !can.review) return null;
  const send = () => move.run("push", async () => move.pushed(await pushRemote(projectId, [name])));
  return (
    <Button small busy={move.doing === "push"} onClick={() => send()}>
      {t("content.push")}
    </Button>
  );
}

function Forget() {
  const { t } = useTranslation();
  const { projectId } = useContent();
  const client = useQueryClient();
  const { act } = useAct();
  const [isAsking, setAsking] = useState(false);
  const forget = () =>
    act(async () => {
      await forgetRemote(projectId);
      notify({ tone: "done", text: t("content.remoteForgotten") });
      await client.invalidateQueries({ queryKey: keys.content });
    });
  return (
    <>
      <Button small look="quiet" onClick={() => setAsking(true)}>
        {t("content.forgetRemote")}
      </Button>
      {isAsking ? (
        <Confirm
          open
          onClose={() => setAsking(false)}
          title={t("content.forgetRemoteTitle")}
          text={t("content.forgetRemoteText")}
          keep={t("content.cancel")}
          act={t("content.forgetRemote")}
          onAct={() => {
            setAsking(false);
            void forget();
          }}
        />
      ) : null}
    </>
  );
}

type Doing = "fetch" | "push" | "join";

/** Return what is going on with the remote, and how to say what came of it. */
function useMove() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { act } = useAct();
  const [doing, setDoing] = useState<Doing | null>(null);
  const run = async (what: Doing, work: () => Promise<void>) => {
    setDoing(what);
    await act(work);
    await client.invalidateQueries({ queryKey: keys.content });
    setDoing(null);
  };
  const joined = ({ status, conflicts }: JoinAnswer) => {
    const isOpen = status === "conflicts" || status === "diverged";
    notify({ tone: isOpen ? "failed" : "done", text: t(CAME[status], { count: conflicts }) });
  };
  const pushed = ({ pushed: branches }: PushAnswer) => {
    const refused = Object.entries(branches).filter(([, { status }]) => status !== "pushed");
    if (refused.length === 0) {
      notify({ tone: "done", text: t("content.sentBranches", { count: Object.keys(branches).length }) });
      return;
    }
    const reasons = refused.map(([name, { reason }]) => `${name}: ${reason}`).join(" ");
    notify({ tone: "failed", text: t("content.pushRefused"), detail: reasons });
  };
  return { doing, run, joined, pushed };
}

/** Return the host of an address, which may have the short form of SSH. */
function hostOf(url: string): string {
  return /^(?:\w+:\/\/)?(?:[^@/]+@)?([^/:]+)/.exec(url)?.[1] ?? url;
}
