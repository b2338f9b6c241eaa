import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "@/api/client";
import type { CredentialInfo } from "@/api/schema";
import { notify } from "@/lib/notices";
import { Field } from "@/ui/field";
import { Form } from "@/ui/form";
import { asChange } from "../model";
import { providersQuery, refreshConnections } from "../queries";
import { SaveAnyway } from "./add";
import { ProviderFields } from "./fields";

interface ChangeProps {
  credential: CredentialInfo;
  /** True to replace keys; false to change everything that may be seen. */
  onlySecrets: boolean;
  onDone: () => void;
}

/** Replace the keys of a connection, or change its name, address and options. It is tested before it is saved. */
export function ChangeForm({ credential, onlySecrets, onDone }: ChangeProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const provider = useQuery(providersQuery).data?.find(
    ({ id, kind }) => id === credential.providerId && kind === credential.kind,
  );
  const fields = (provider?.fields ?? []).filter((field) => field.isSecret === onlySecrets);
  const send = async (values: Record<string, string>) => {
    const params = { path: { credential_id: credential.id } };
    const { tested } = await unwrap(
      api.PUT("/api/ai/credentials/{credential_id}", { params, body: asChange(fields, values) }),
    );
    await refreshConnections(client);
    notify({
      tone: tested && !tested.ok ? "failed" : "done",
      text: t(onlySecrets ? "connections.rotated" : "connections.changed", { name: credential.displayLabel }),
      ...(tested ? { detail: tested.message } : {}),
    });
    onDone();
  };
  return (
    <Form
      action={t("connections.testAndSave")}
      back={t("connections.cancel")}
      onBack={onDone}
      onSend={send}
      onError={(error) => (error.context.tested ? <SaveAnyway /> : null)}
    >
      {onlySecrets ? null : (
        <Field
          label={t("connections.name")}
          name="displayLabel"
          defaultValue={credential.displayLabel}
          maxLength={80}
          required
        />
      )}
      <ProviderFields
        asked={fields}
        values={credential.fields}
        stored={onlySecrets ? credential.secrets : []}
      />
    </Form>
  );
}
