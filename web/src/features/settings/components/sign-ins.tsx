import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "@/api/client";
import { keys } from "@/api/keys";
import { moment } from "@/lib/format";
import { notify } from "@/lib/notices";
import { useAct } from "@/lib/use-act";
import { Button } from "@/ui/button";
import { cell, tableClass } from "@/ui/table";
import { signInsQuery } from "../queries";

/** Where one is signed in; each sign-in can be ended, and all others at once. */
export function SignIns() {
  const { t, i18n } = useTranslation();
  const client = useQueryClient();
  const { act, isBusy } = useAct();
  const known = useQuery(signInsQuery).data ?? [];
  const end = (id?: string) =>
    act(async () => {
      const path = { session_id: id ?? "" };
      if (id) await unwrap(api.DELETE("/api/sessions/{session_id}", { params: { path } }));
      else await unwrap(api.DELETE("/api/sessions"));
      await client.invalidateQueries({ queryKey: keys.signIns });
      notify({ tone: "done", text: t("settings.signedOut") });
    });
  return (
    <>
      <table className={tableClass}>
        <caption className="hidden-text">{t("settings.signIns")}</caption>
        <thead>
          <tr>
            <th scope="col">{t("settings.device")}</th>
            <th scope="col" className={cell.wide}>
              {t("settings.address")}
            </th>
            <th scope="col">{t("settings.seen")}</th>
            <th scope="col">
              <span className="hidden-text">{t("settings.endSignIn")}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {known.map((each) => (
            <tr key={each.id}>
              <td>{each.device.slice(0, 60) || t("settings.unknownDevice")}</td>
              <td className={cell.wide}>{each.address}</td>
              <td>{moment(each.seenAt, Date.now(), i18n.language)}</td>
              <td>
                {each.isThis ? (
                  t("settings.thisDevice")
                ) : (
                  <Button disabled={isBusy} onClick={() => end(each.id)}>
                    {t("settings.endSignIn")}
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {known.length > 1 ? (
        <Button disabled={isBusy} onClick={() => end()}>
          {t("settings.signOutEverywhere")}
        </Button>
      ) : null}
    </>
  );
}
