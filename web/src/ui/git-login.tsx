import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ApiError } from "@/api/errors";
import type { RemoteSet } from "@/api/schema";
import { Area } from "./area";
import { Button } from "./button";
import { Field } from "./field";
import styles from "./git-login.module.css";

interface GitFieldsProps {
  /** What is known already; secrets never are. */
  url?: string;
  username?: string;
  /** True where a sign-in is stored, which empty fields keep. */
  isStored?: boolean;
  isRequired?: boolean;
}

/** Where a Git repository is and how to sign in there: a token over HTTPS, a key over SSH. */
export function GitFields({ url = "", username = "", isStored = false, isRequired = true }: GitFieldsProps) {
  const { t } = useTranslation();
  const [address, setAddress] = useState(url);
  const hint = isStored ? { hint: t("git.keepsStored") } : {};
  return (
    <>
      <Field
        label={t("git.address")}
        hint={t("git.addressHint")}
        name="url"
        value={address}
        onChange={(event) => setAddress(event.target.value)}
        required={isRequired}
        maxLength={2_000}
        autoComplete="off"
        spellCheck={false}
      />
      {isSsh(address) ? (
        <>
          <Area label={t("git.key")} name="privateKey" rows={4} spellCheck={false} {...hint} />
          <Field label={t("git.passphrase")} name="passphrase" type="password" autoComplete="off" />
        </>
      ) : (
        <>
          <Field label={t("git.token")} name="token" type="password" autoComplete="off" {...hint} />
          <details className={styles.more}>
            <summary>{t("git.more")}</summary>
            <Field
              label={t("git.username")}
              hint={t("git.usernameHint")}
              name="username"
              defaultValue={username}
              autoComplete="off"
            />
            <Area label={t("git.certificate")} hint={t("git.certificateHint")} name="certificate" rows={4} />
          </details>
        </>
      )}
    </>
  );
}

/** Tell whether an address is reached over SSH: by its scheme, or in the short form with a colon. */
export function isSsh(address: string): boolean {
  return /^(ssh:|[\w.-]+@[\w.-]+:)/.test(address.trim());
}

/** Return what the fields say, as the studio takes it; what was left empty is left out. */
export function loginOf(values: Record<string, string>): RemoteSet {
  const { url = "", token, username, privateKey, passphrase, certificate, fingerprint } = values;
  return {
    url: url.trim(),
    ...(token ? { token } : {}),
    ...(username ? { username: username.trim() } : {}),
    ...(privateKey ? { privateKey: `${privateKey.trim()}\n` } : {}),
    ...(passphrase ? { passphrase } : {}),
    ...(certificate?.trim() ? { certificate } : {}),
    ...(fingerprint ? { fingerprint } : {}),
  };
}

/** What to do about a host that nobody knows: accept exactly the key that it showed, by sending the form again. */
export function TrustHost({ error }: { error: ApiError }) {
  const { t } = useTranslation();
  const { fingerprint } = error.context;
  if (error.code !== "host_not_trusted" || typeof fingerprint !== "string") return null;
  return (
    <Button type="submit" name="fingerprint" value={fingerprint}>
      {t("git.trust")}
    </Button>
  );
}
