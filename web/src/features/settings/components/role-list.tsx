import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "@/api/client";
import { keys } from "@/api/keys";
import { useMay } from "@/api/may";
import type { RoleInfo } from "@/api/schema";
import { notify } from "@/lib/notices";
import { useAct } from "@/lib/use-act";
import { Button } from "@/ui/button";
import { later } from "@/ui/later";
import { cell, tableClass } from "@/ui/table";
import { rolesQuery } from "../queries";
import styles from "./admin.module.css";
import { RoleForm } from "./role-form";

const Confirm = later(() => import("@/ui/confirm"));

/** The roles of the workspace as sets of permissions, and the form that writes one. */
export function Roles() {
  const { t } = useTranslation();
  const roles = useQuery(rolesQuery).data ?? [];
  const mayWrite = useMay()("roles.manage");
  const [open, setOpen] = useState<RoleInfo | "new" | null>(null);
  return (
    <div className={styles.part}>
      <div className={styles.head}>
        <p className={styles.note}>{t("admin.rolesText")}</p>
        {mayWrite && open === null ? (
          <Button onClick={() => setOpen("new")}>{t("admin.newRole")}</Button>
        ) : null}
      </div>
      {open === null ? null : (
        <RoleForm
          key={open === "new" ? "new" : open.id}
          role={open === "new" ? null : open}
          mayWrite={mayWrite}
          onClose={() => setOpen(null)}
        />
      )}
      <div className={styles.scroll}>
        <table className={tableClass}>
          <caption className="hidden-text">{t("settings.roles")}</caption>
          <thead>
            <tr>
              <th scope="col">{t("admin.roleName")}</th>
              <th scope="col" className={cell.wide}>
                {t("admin.roleDescription")}
              </th>
              <th scope="col">{t("admin.permissions")}</th>
              <th scope="col">
                <span className="hidden-text">{t("admin.editRole")}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {roles.map((role) => (
              <Row key={role.id} role={role} mayWrite={mayWrite} onOpen={() => setOpen(role)} />
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

interface RowProps {
  role: RoleInfo;
  mayWrite: boolean;
  onOpen: () => void;
}

function Row({ role, mayWrite, onOpen }: RowProps) {
  const { t } = useTranslation();
  const { name } = role;
  const isOwn = mayWrite && !role.isBuiltin;
  return (
    <tr>
      <th scope="row">
        {name} {role.isBuiltin ? <span className={styles.muted}>{t("admin.builtIn")}</span> : null}
      </th>
      <td className={`${cell.wide} ${cell.wrap} ${cell.muted}`}>{role.description}</td>
      <td className={cell.muted}>{t("admin.allows", { count: role.permissions.length })}</td>
      <td className={cell.actions}>
        <Button
          small
          look="quiet"
          onClick={onOpen}
          aria-label={t(isOwn ? "admin.editRoleOf" : "admin.viewRoleOf", { name })}
        >
          {t(isOwn ? "admin.editRole" : "admin.viewRole")}
        </Button>
        {isOwn ? <Delete role={role} /> : null}
      </td>
    </tr>
  );
}

function Delete({ role }: { role: RoleInfo }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { isBusy, act } = useAct();
  const [isAsking, setAsking] = useState(false);
  const { name } = role;
  const remove = () =>
    act(async () => {
      await unwrap(api.DELETE("/api/roles/{role_id}", { params: { path: { role_id: role.id } } }));
      notify({ tone: "done", text: t("admin.roleDeleted", { name }) });
      await client.invalidateQueries({ queryKey: keys.roles });
    });
  return (
    <>
      <Button
        small
        look="quiet"
        busy={isBusy}
        onClick={() => setAsking(true)}
        aria-label={t("admin.deleteRoleOf", { name })}
      >
        {t("admin.deleteRole")}
      </Button>
      {isAsking ? (
        <Confirm
          open
          onClose={() => setAsking(false)}
          title={t("admin.deleteRoleOf", { name })}
          text={t("admin.deleteRoleText")}
          keep={t("admin.keep")}
          act={t("admin.deleteRole")}
          onAct={() => {
            setAsking(false);
            void remove();
          }}
        />
      ) : null}
    </>
  );
}
