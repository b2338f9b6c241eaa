import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { CredentialInfo } from "@/api/schema";
import { age } from "@/lib/format";
import { Empty } from "@/ui/empty";
import { row, Split } from "@/ui/split";
import { StateWord } from "@/ui/state-word";
import { type Kind, stateOf } from "../model";
import { providersQuery } from "../queries";
import { AddConnection } from "./add";
import styles from "./connections.module.css";
import { ConnectionDetail } from "./detail";

const route = getRouteApi("/app/connections");

const EMPTY = {
  model: ["connections.noModelTitle", "connections.noModelText"],
  search: ["connections.noSearchTitle", "connections.noSearchText"],
  image: ["connections.noImageTitle", "connections.noImageText"],
} as const;

interface ConnectionsProps {
  kind: Kind;
  item: string | undefined;
  credentials: CredentialInfo[];
}

/** The connections of one kind, and at their side the chosen one, or the form for a new one. */
export function Connections({ kind, item, credentials }: ConnectionsProps) {
  const { t } = useTranslation();
  const navigate = route.useNavigate();
  const chosen = credentials.find(({ id }) => id === item);
  const open = (id: string | undefined) =>
    void navigate({ search: (before) => ({ ...before, item: id }), replace: true });
  return (
    <Split
      hasDetail={chosen !== undefined || item === "new" || credentials.length === 0}
      list={
        credentials.length === 0 ? (
          <Empty title={t(EMPTY[kind][0])}>
            <p>{t(EMPTY[kind][1])}</p>
          </Empty>
        ) : (
          <List credentials={credentials} item={item} />
        )
      }
      detail={
        chosen ? (
          <ConnectionDetail key={chosen.id} credential={chosen} onGone={() => open(undefined)} />
        ) : item === "new" || credentials.length === 0 ? (
          <AddConnection kind={kind} onAdded={open} />
        ) : (
          <p className={styles.none}>{t("connections.pick")}</p>
        )
      }
    />
  );
}

function List({ credentials, item }: { credentials: CredentialInfo[]; item: string | undefined }) {
  const { t, i18n } = useTranslation();
  const providers = useQuery(providersQuery).data ?? [];
  return (
    <ul aria-label={t("connections.list")}>
      {credentials.map((credential) => {
        const state = stateOf(credential);
        const provider = providers.find(
          ({ id, kind }) => id === credential.providerId && kind === credential.kind,
        );
        return (
          <li key={credential.id}>
            <Link
              from="/connections"
              to="/connections"
              search={(before) => ({ ...before, item: credential.id })}
              className={row.link}
              aria-current={credential.id === item ? "true" : undefined}
            >
              <span className={row.name}>{credential.displayLabel}</span>
              <StateWord tone={state.tone}>{t(state.word)}</StateWord>
              <span className={row.note}>{provider?.title ?? credential.providerId}</span>
              <span className={row.note}>
                {credential.lastTestedAt ? age(credential.lastTestedAt, Date.now(), i18n.language) : ""}
              </span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
