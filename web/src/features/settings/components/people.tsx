import { useQuery, useQueryClient } from "@tanstack/react-query";
import { UserMinus } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "@/api/client";
import { keys } from "@/api/keys";
import { peopleQuery } from "@/api/people";
import type { MemberInfo, RoleInfo, SessionProject } from "@/api/schema";
import { sessionQuery } from "@/api/session";
import { moment } from "@/lib/format";
import { notify } from "@/lib/notices";
import { useAct } from "@/lib/use-act";
import { IconButton } from "@/ui/icon-button";
import { later } from "@/ui/later";
import { cell, tableClass } from "@/ui/table";
import { rolesQuery } from "../queries";
import styles from "./admin.module.css";
import { Invites } from "./invites";
import { OwnRole } from "./own-role";
import { ProjectRole } from "./project-role";
import { ROLE_NAMES } from "./roles";

const Confirm = later(() => import("@/ui/confirm"));

const ROLES = ["owner", "admin", "member"] as const;
type Role = (typeof ROLES)[number];

/** Who is here and with which role, as a matrix; under it, who has been invited. */
export function People() {
  const { t } = useTranslation();
  const { permissions = [], projects = [] } = useQuery(sessionQuery).data ?? {};
  const people = useQuery(peopleQuery).data ?? [];
  const own = (useQuery(rolesQuery).data ?? []).filter(({ isBuiltin }) => !isBuiltin);
  return (
    <div className={styles.part}>
      <div className={styles.scroll}>
        <table className={`${tableClass} ${styles.people}`}>
          <caption className="hidden-text">{t("admin.peopleTable")}</caption>
          <thead>
            <tr>
              <th scope="col">{t("admin.person")}</th>
              {ROLES.map((role) => (
                <th key={role} scope="col" className={styles.middle}>
                  {t(ROLE_NAMES[role])}
                </th>
              ))}
              {own.length > 0 ? <th scope="col">{t("admin.ownRole")}</th> : null}
              {projects.map((project) => (
                <th key={project.id} scope="col">
                  {t("admin.inProject", { project: project.name })}
                </th>
              ))}
              <th scope="col" className={cell.wide}>
                {t("admin.joined")}
              </th>
              <th scope="col">
                <span className="hidden-text">{t("admin.remove")}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {people.map((member) => (
              <Row
                key={member.person.id}
                member={member}
                projects={projects}
                own={own}
                mayChange={permissions.includes("users.team.update")}
                mayRemove={permissions.includes("users.team.delete")}
              />
            ))}
          </tbody>
        </table>
      </div>
      <p className={styles.note}>{t("admin.rolesNote")}</p>
      {permissions.includes("users.team.create") ? <Invites /> : null}
    </div>
  );
}

interface RowProps {
  member: MemberInfo;
  projects: SessionProject[];
  own: RoleInfo[];
  mayChange: boolean;
  mayRemove: boolean;
}

function Row({ member, projects, own, mayChange, mayRemove }: RowProps) {
  const { t, i18n } = useTranslation();
  const client = useQueryClient();
  const { act } = useAct();
  const [isAsking, setAsking] = useState(false);
  const { person } = member;
  const params = { path: { person_id: person.id } };
  // The sign moves at once; if the studio refuses, reading the list again puts it back.
  const change = (role: Role) => {
    client.setQueryData(peopleQuery.queryKey, (known) =>
      known?.map((each) => (each.person.id === person.id ? { ...each, role } : each)),
    );
    return act(async () => {
      await unwrap(api.PUT("/api/people/{person_id}", { params, body: { role } }));
      notify({
        tone: "done",
        text: t("admin.roleChanged", { name: person.name, role: t(ROLE_NAMES[role]) }),
        action: { label: t("admin.undo"), run: () => void change(member.role) },
      });
    }).finally(() => client.invalidateQueries({ queryKey: keys.people }));
  };
  const remove = () =>
    act(async () => {
      await unwrap(api.DELETE("/api/people/{person_id}", { params }));
      notify({ tone: "done", text: t("admin.removed", { name: person.name }) });
      await client.invalidateQueries({ queryKey: keys.people });
    });
  return (
    <tr>
      <th scope="row">
        {person.name} <span className={styles.muted}>{person.email}</span>
      </th>
      {ROLES.map((role) => (
        <td key={role} className={styles.middle} data-name={t(ROLE_NAMES[role])}>
          <input
            type="radio"
            name={`role-${person.id}`}
            className={styles.radio}
            aria-label={t("admin.roleOf", { name: person.name, role: t(ROLE_NAMES[role]) })}
            checked={member.role === role}
            disabled={!mayChange}
            onChange={() => void change(role)}
          />
        </td>
      ))}
      {own.length > 0 ? (
        <td data-name={t("admin.ownRole")}>
          <OwnRole member={member} own={own} mayChange={mayChange} />
        </td>
      ) : null}
      {projects.map((project) => (
        <td key={project.id} data-name={t("admin.inProject", { project: project.name })}>
          <ProjectRole member={member} project={project} mayChange={mayChange} />
        </td>
      ))}
      <td className={`${cell.wide} ${cell.muted}`}>{moment(member.joinedAt, Date.now(), i18n.language)}</td>
      <td className={cell.actions}>
        {mayRemove ? (
          <IconButton
            small
            icon={UserMinus}
            name={t("admin.removeOf", { name: person.name })}
            onClick={() => setAsking(true)}
          />
        ) : null}
        {isAsking ? (
          <Confirm
            open
            onClose={() => setAsking(false)}
            title={t("admin.removeOf", { name: person.name })}
            text={t("admin.removeText")}
            keep={t("admin.keep")}
            act={t("admin.remove")}
            onAct={() => {
              setAsking(false);
              void remove();
            }}
          />
        ) : null}
      </td>
    </tr>
  );
}
