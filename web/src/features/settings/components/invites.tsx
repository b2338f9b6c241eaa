import { useQuery, useQueryClient } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "@/api/client";
import { keys } from "@/api/keys";
import type { InviteInfo, NewInvite } from "@/api/schema";
import { sessionQuery } from "@/api/session";
import { moment } from "@/lib/format";
import { useOpened } from "@/lib/opened";
import { useAct } from "@/lib/use-act";
import { Button } from "@/ui/button";
import { Field } from "@/ui/field";
import { Form } from "@/ui/form";
import { PickField } from "@/ui/pick";
import { ShownOnce } from "@/ui/shown-once";
import { cell, tableClass } from "@/ui/table";
import { invitesQuery } from "../queries";
import styles from "./admin.module.css";
import { ROLE_NAMES } from "./roles";

const OFFERED = ["member", "admin", "owner"] as const;
const IN_PROJECT = ["reviewer", "editor", "viewer"] as const;

/** Who has been invited and has not come yet, and the form that invites. */
export function Invites() {
  const { t } = useTranslation();
  const invites = useQuery(invitesQuery).data ?? [];
  const [isOpen, setOpen] = useOpened();
  const [sent, setSent] = useState<{ email: string; link: string } | null>(null);
  return (
    <>
      <div className={styles.head}>
        <h2 className={styles.title}>{t("admin.invites")}</h2>
        {isOpen ? null : (
          <Button icon={UserPlus} onClick={() => setOpen(true)}>
            {t("admin.invite")}
          </Button>
        )}
      </div>
      {isOpen ? (
        <InviteForm
          onBack={() => setOpen(false)}
          onSent={(email, path) => {
            setOpen(false);
            setSent({ email, link: location.origin + path });
          }}
        />
      ) : null}
      {sent ? (
        <ShownOnce
          title={t("admin.inviteReady", { email: sent.email })}
          text={t("admin.inviteText")}
          secret={sent.link}
        />
      ) : null}
      {invites.length > 0 ? <InviteTable invites={invites} /> : null}
    </>
  );
}

function InviteForm({
  onSent,
  onBack,
}: {
  onSent: (email: string, path: string) => void;
  onBack: () => void;
}) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const projects = useQuery(sessionQuery).data?.projects ?? [];
  const [choice, setChoice] = useState("member");
  const inProjects = projects.flatMap(({ id, name }) =>
    IN_PROJECT.map((role) => ({
      value: `${role}@${id}`,
      label: t("admin.inviteAs", { role: t(ROLE_NAMES[role]), project: name }),
    })),
  );
  const send = async (values: Record<string, string>) => {
    const email = values.email ?? "";
    const { path } = await unwrap(api.POST("/api/invites", { body: { email, ...asRoles(choice) } }));
    await client.invalidateQueries({ queryKey: keys.invites });
    onSent(email, path);
  };
  return (
    <Form action={t("admin.makeInvite")} onSend={send} back={t("admin.cancel")} onBack={onBack}>
      <Field label={t("admin.email")} name="email" type="email" required autoFocus />
      <PickField
        label={t("admin.role")}
        value={choice}
        options={[...OFFERED.map((value) => ({ value, label: t(ROLE_NAMES[value]) })), ...inProjects]}
        onChange={setChoice}
      />
    </Form>
  );
}

/** Return what an invitation asks for: a role in the workspace, or `role@project`. */
function asRoles(choice: string): Pick<NewInvite, "role" | "projectRoles"> {
  const [role = "", project] = choice.split("@");
  const inProject = IN_PROJECT.find((known) => known === role);
  if (project && inProject) return { role: "member", projectRoles: { [project]: inProject } };
  return { role: OFFERED.find((known) => known === role) ?? "member" };
}

function InviteTable({ invites }: { invites: InviteInfo[] }) {
  const { t, i18n } = useTranslation();
  const client = useQueryClient();
  const { act } = useAct();
  const projects = useQuery(sessionQuery).data?.projects ?? [];
  const asWhat = ({ role, projectRoles }: InviteInfo) => {
    const named = projects.flatMap(({ id, name }) => {
      const inProject = projectRoles[id];
      return inProject ? [t("admin.inviteAs", { role: t(ROLE_NAMES[inProject]), project: name })] : [];
    });
    return named.length > 0 && role === "member" ? named.join(", ") : t(ROLE_NAMES[role]);
  };
  const revoke = (id: string) =>
    act(async () => {
      await unwrap(api.DELETE("/api/invites/{invite_id}", { params: { path: { invite_id: id } } }));
      await client.invalidateQueries({ queryKey: keys.invites });
    });
  return (
    <table className={tableClass}>
      <caption className="hidden-text">{t("admin.invites")}</caption>
      <thead>
        <tr>
          <th scope="col">{t("admin.email")}</th>
          <th scope="col">{t("admin.role")}</th>
          <th scope="col" className={cell.wide}>
            {t("admin.expires")}
          </th>
          <th scope="col">
            <span className="hidden-text">{t("admin.takeBack")}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {invites.map((invite) => (
          <tr key={invite.id}>
            <th scope="row">{invite.email}</th>
            <td>{asWhat(invite)}</td>
            <td className={`${cell.wide} ${cell.muted}`}>
              {moment(invite.expiresAt, Date.now(), i18n.language)}
            </td>
            <td className={cell.actions}>
              <Button
                small
                look="quiet"
                onClick={() => revoke(invite.id)}
                aria-label={t("admin.takeBackOf", { email: invite.email })}
              >
                {t("admin.takeBack")}
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
