import { useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "@/api/client";
import { asApiError } from "@/api/errors";
import type { OpenLinkInfo } from "@/api/schema";
import { moment } from "@/lib/format";
import { Empty } from "@/ui/empty";
import { Field } from "@/ui/field";
import { GuestApproval } from "./approval";
import { GuestPlan } from "./plan";
import { GuestReview } from "./review";
import styles from "./screen.module.css";

const route = getRouteApi("/link/$token");

/** The one thing a link leads to, for somebody without an account. */
export function GuestScreen() {
  const { t } = useTranslation();
  const { token } = route.useParams();
  const link = useQuery(linkQuery(token));
  if (link.isPending) return null;
  return (
    <main id="main" className={styles.page}>
      {link.error ? (
        <Empty title={t("guest.goneTitle")}>
          <p>{asApiError(link.error).message}</p>
        </Empty>
      ) : (
        <Open link={link.data} token={token} />
      )}
    </main>
  );
}

function linkQuery(token: string) {
  return {
    queryKey: ["link", token],
    queryFn: async () => {
      const params = { path: { token } };
      // The client forgets that pairs have two members; the schema knows.
      return (await unwrap(api.GET("/api/links/{token}", { params }))) as OpenLinkInfo;
    },
    retry: false,
  };
}

function Open({ link, token }: { link: OpenLinkInfo; token: string }) {
  const { t, i18n } = useTranslation();
  const client = useQueryClient();
  const [name, setName] = useState("");
  const refresh = () => client.invalidateQueries({ queryKey: ["link", token] });
  const until = moment(link.expiresAt, Date.now(), i18n.language);
  return (
    <>
      <p className={styles.from}>
        {t("guest.from", { giver: link.giver, workspace: link.workspaceName, until })}
      </p>
      {link.note ? <p className={styles.from}>{link.note}</p> : null}
      <div className={styles.name}>
        <Field
          label={t("guest.name")}
          hint={t("guest.nameHint")}
          value={name}
          maxLength={40}
          autoComplete="name"
          onChange={(event) => setName(event.target.value)}
        />
      </div>
      {link.proposal ? (
        <GuestReview detail={link.proposal} token={token} name={name.trim()} onDone={refresh} />
      ) : null}
      {link.kind === "article" ? <GuestPlan token={token} name={name.trim()} /> : null}
      {link.approval ? (
        <GuestApproval approval={link.approval} token={token} name={name.trim()} onDone={refresh} />
      ) : null}
    </>
  );
}
