import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "@/api/client";
import { keys } from "@/api/keys";
import { useMay } from "@/api/may";
import type { WorkspaceInfo } from "@/api/schema";
import { sessionQuery } from "@/api/session";
import { notify } from "@/lib/notices";
import { useOpened } from "@/lib/opened";
import { useAct } from "@/lib/use-act";
import { openWorkspace } from "@/lib/workspace";
import { Button } from "@/ui/button";
import { Field } from "@/ui/field";
import { Form } from "@/ui/form";
import { later } from "@/ui/later";
import { cell, tableClass } from "@/ui/table";
import styles from "./admin.module.css";

const Confirm = later(() => import("@/ui/confirm"));

/** The workspaces one belongs to: switch, rename, leave, make another. */
export function Workspaces() {
  const { t } = useTranslation();
  const session = useQuery(sessionQuery).data;
  const may = useMay();
  const [isOpen, setOpen] = useOpened();
  const [isNaming, setNaming] = useState(false);
  if (!session) return null;
  return (
    <div className={styles.part}>
      <div className={styles.head}>
        <p className={styles.note}>{t("admin.workspaceText")}</p>
        {may("studio.manage") && !isOpen ? (
          <Button onClick={() => setOpen(true)}>{t("admin.newWorkspace")}</Button>
        ) : null}
      </div>
      {isOpen ? <NewWorkspace onBack={() => setOpen(false)} /> : null}
      {isNaming ? <Rename name={session.workspace.name} onClose={() => setNaming(false)} /> : null}
      <table className={tableClass}>
        <caption className="hidden-text">{t("settings.workspaces")}</caption>
        <thead>
          <tr>
            <th scope="col">{t("admin.workspaceName")}</th>
            <th scope="col">
              <span className="hidden-text">{t("admin.switchTo")}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {session.workspaces.map((each) => (
            <Row
              key={each.id}
              workspace={each}
              isOpen={each.id === session.workspace.id}
              onName={may("workspace.manage") ? () => setNaming(true) : null}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function NewWorkspace({ onBack }: { onBack: () => void }) {
  const { t } = useTranslation();
  const make = async (values: Record<string, string>) => {
    const body = { name: values.name ?? "" };
    const { slug } = await unwrap(api.POST("/api/workspaces", { body }));
    await openWorkspace(slug);
  };
  return (
    <Form action={t("admin.makeWorkspace")} onSend={make} back={t("admin.cancel")} onBack={onBack}>
      <Field label={t("admin.workspaceName")} name="name" maxLength={80} required autoFocus />
    </Form>
  );
}

interface RowProps {
  workspace: WorkspaceInfo;
  isOpen: boolean;
  onName: (() => void) | null;
}

function Row({ workspace, isOpen, onName }: RowProps) {
  const { t } = useTranslation();
  const { name, slug } = workspace;
  return (
    <tr>
      <th scope="row">
        {name} {isOpen ? <span className={styles.muted}>{t("admin.workspaceOpen")}</span> : null}
      </th>
      <td className={cell.actions}>
        {isOpen ? null : (
          <Button
            small
            look="quiet"
            onClick={() => openWorkspace(slug)}
            aria-label={t("admin.switchToOf", { name })}
          >
            {t("admin.switchTo")}
          </Button>
        )}
        {isOpen && onName ? (
          <Button small look="quiet" onClick={onName}>
            {t("admin.rename")}
          </Button>
        ) : null}
        <Leave workspace={workspace} />
      </td>
    </tr>
  );
}

function Rename({ name, onClose }: { name: string; onClose: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const send = async (values: Record<string, string>) => {
    const body = { name: values.name ?? "" };
    const renamed = await unwrap(api.PUT("/api/workspaces/current", { body }));
    await client.invalidateQueries({ queryKey: keys.session });
    notify({ tone: "done", text: t("admin.renamed", { name: renamed.name }) });
    onClose();
  };
  return (
    <Form action={t("admin.rename")} onSend={send} back={t("admin.cancel")} onBack={onClose}>
      <Field
        label={t("admin.workspaceName")}
        name="name"
        defaultValue={name}
        maxLength={80}
        required
        autoFocus
      />
    </Form>
  );
}

function Leave({ workspace }: { workspace: WorkspaceInfo }) {
  const { t } = useTranslation();
  const { isBusy, act } = useAct();
  const [isAsking, setAsking] = useState(false);
  const { name, slug } = workspace;
  const leave = () =>
    act(async () => {
      const params = { path: { workspace: slug } };
      await unwrap(api.POST("/api/workspaces/{workspace}/leave", { params }));
      location.assign("/");
    });
  return (
    <>
      <Button
        small
        look="quiet"
        busy={isBusy}
        onClick={() => setAsking(true)}
        aria-label={t("admin.leaveOf", { name })}
      >
        {t("admin.leave")}
      </Button>
      {isAsking ? (
        <Confirm
          open
          onClose={() => setAsking(false)}
          title={t("admin.leaveOf", { name })}
          text={t("admin.leaveText")}
          keep={t("admin.keep")}
          act={t("admin.leave")}
          onAct={() => {
            setAsking(false);
            void leave();
          }}
        />
      ) : null}
    </>
  );
}
