import { useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "@/api/client";
import type { RecordDestination } from "@/api/schema";
import { notify } from "@/lib/notices";
import { Empty } from "@/ui/empty";
import { Field } from "@/ui/field";
import { Form } from "@/ui/form";
import { PickField } from "@/ui/pick";
import { row, Split } from "@/ui/split";
import { placesQuery } from "../queries";
import { BackLink } from "./back";
import styles from "./connections.module.css";
import { PlaceDetail } from "./place-detail";

const route = getRouteApi("/app/connections");

/** The places outside that records and articles are published to, and at their side the chosen one. */
export function Places({ item }: { item: string | undefined }) {
  const { t } = useTranslation();
  const navigate = route.useNavigate();
  const places = useQuery(placesQuery).data;
  if (!places) return null;
  const chosen = places.find(({ id }) => id === item);
  const open = (id: string | undefined) =>
    void navigate({ search: (before) => ({ ...before, item: id }), replace: true });
  return (
    <Split
      hasDetail={chosen !== undefined || item === "new" || places.length === 0}
      list={
        places.length === 0 ? (
          <Empty title={t("connections.noPlaceTitle")}>
            <p>{t("connections.noPlaceText")}</p>
          </Empty>
        ) : (
          <List places={places} item={item} />
        )
      }
      detail={
        chosen ? (
          <PlaceDetail key={chosen.id} place={chosen} onGone={() => open(undefined)} />
        ) : item === "new" || places.length === 0 ? (
          <AddPlace onAdded={open} />
        ) : (
          <p className={styles.none}>{t("connections.pick")}</p>
        )
      }
    />
  );
}

function List({ places, item }: { places: RecordDestination[]; item: string | undefined }) {
  const { t } = useTranslation();
  return (
    <ul aria-label={t("connections.publish")}>
      {places.map((place) => (
        <li key={place.id}>
          <Link
            from="/connections"
            to="/connections"
            search={(before) => ({ ...before, item: place.id })}
            className={row.link}
            aria-current={place.id === item ? "true" : undefined}
          >
            <span className={row.name}>{place.name}</span>
            <span className={row.note}>{place.provider}</span>
            <span className={row.note}>{place.url}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

const PROVIDERS = { webhook: "connections.webhook", wordpress: "connections.wordpress" } as const;

function AddPlace({ onAdded }: { onAdded: (id: string) => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [provider, setProvider] = useState<keyof typeof PROVIDERS>("webhook");
  const send = async (values: Record<string, string>) => {
    const { name = "", url = "", secret = "", username = "", password = "" } = values;
    const made = await unwrap(
      api.POST("/api/publish-destinations", { body: { provider, name, url, secret, username, password } }),
    );
    notify({ tone: "done", text: t("connections.saved", { name: made.name }) });
    await client.invalidateQueries({ queryKey: placesQuery.queryKey });
    onAdded(made.id);
  };
  return (
    <>
      <BackLink />
      <h2 className={styles.title}>{t("connections.addPlace")}</h2>
      <p className={styles.state}>{t("connections.addPlaceText")}</p>
      <Form action={t("connections.savePlace")} onSend={send}>
        <PickField
          label={t("connections.placeKind")}
          value={provider}
          options={Object.entries(PROVIDERS).map(([value, word]) => ({ value, label: t(word) }))}
          onChange={(next) => setProvider(next === "wordpress" ? "wordpress" : "webhook")}
        />
        <Field label={t("connections.address")} name="url" type="url" required />
        {provider === "wordpress" ? (
          <>
            <Field label={t("connections.username")} name="username" autoComplete="off" required />
            <Field
              label={t("connections.applicationPassword")}
              name="password"
              type="password"
              autoComplete="off"
              required
            />
          </>
        ) : (
          <Field label={t("connections.secret")} name="secret" type="password" autoComplete="off" required />
        )}
        <Field label={t("connections.name")} name="name" maxLength={80} />
      </Form>
    </>
  );
}
