import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "@/api/client";
import type { ProviderInfo } from "@/api/schema";
import { notify } from "@/lib/notices";
import { Button } from "@/ui/button";
import { Field } from "@/ui/field";
import { Form } from "@/ui/form";
import { PickField } from "@/ui/pick";
import { asNew, type Kind, splitFields } from "../model";
import { providersQuery, refreshConnections } from "../queries";
import { BackLink } from "./back";
import styles from "./connections.module.css";
import { ProviderFields } from "./fields";

interface AddProps {
  kind: Kind;
  onAdded: (id: string) => void;
}

/** The form for a new connection: a provider, and only what that provider needs. It is tested, then saved. */
export function AddConnection({ kind, onAdded }: AddProps) {
  const { t } = useTranslation();
  const providers = (useQuery(providersQuery).data ?? []).filter((provider) => provider.kind === kind);
  const [chosen, setChosen] = useState("");
  const provider = providers.find(({ id }) => id === chosen) ?? providers[0];
  if (!provider) return null;
  return (
    <>
      <BackLink />
      <h2 className={styles.title}>{t("connections.addTitle")}</h2>
      <p className={styles.state}>{t("connections.addText")}</p>
      <div className={styles.form}>
        <PickField
          label={t("connections.provider")}
          value={provider.id}
          onChange={setChosen}
          options={providers.map(({ id, title }) => ({ value: id, label: title }))}
        />
        <NewForm key={provider.id} provider={provider} onAdded={onAdded} />
      </div>
    </>
  );
}

function NewForm({ provider, onAdded }: { provider: ProviderInfo; onAdded: (id: string) => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { asked, offered } = splitFields(provider);
  const send = async (values: Record<string, string>) => {
    const { credential, tested } = await unwrap(
      api.POST("/api/ai/credentials", { body: asNew(provider, values) }),
    );
    await refreshConnections(client);
    notify({
      tone: tested && !tested.ok ? "failed" : "done",
      text: t("connections.saved", { name: credential.displayLabel }),
      ...(tested ? { detail: tested.message } : {}),
    });
    onAdded(credential.id);
  };
  return (
    <Form
      action={t("connections.testAndSave")}
      onSend={send}
      onError={(error) => (error.context.tested ? <SaveAnyway /> : null)}
    >
      <ProviderFields asked={asked} offered={offered} values={{ baseUrl: provider.baseUrl }} />
      <Field
        label={t("connections.name")}
        name="displayLabel"
        maxLength={80}
        hint={t("connections.nameHint")}
      />
    </Form>
  );
}

/** A second way to send the form above: what was tested and failed is kept all the same. */
export function SaveAnyway() {
  const { t } = useTranslation();
  return (
    <Button type="submit" name="saveAnyway" value="yes" look="quiet" small>
      {t("connections.saveAnyway")}
    </Button>
  );
}
