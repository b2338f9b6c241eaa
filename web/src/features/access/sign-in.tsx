import { useQueryClient } from "@tanstack/react-query";
import { getRouteApi, useRouter } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "@/api/client";
import { keys } from "@/api/keys";
import { keepSession } from "@/api/session";
import { Field } from "@/ui/field";
import { Form } from "@/ui/form";
import { Gate } from "./components/gate";

const route = getRouteApi("/sign-in");

/** Sign in with email and password, then go where one wanted to go. */
export function SignInScreen() {
  const { t } = useTranslation();
  const { next, ended } = route.useSearch();
  const client = useQueryClient();
  const router = useRouter();
  const send = async (values: Record<string, string>) => {
    const body = { email: values.email ?? "", password: values.password ?? "" };
    const session = keepSession(await unwrap(api.POST("/api/session", { body })));
    client.clear(); // whoever was here before may have been somebody else
    client.setQueryData(keys.session, session);
    router.history.push(next ?? "/");
  };
  return (
    <Gate title={t("access.signInTitle")} {...(ended ? { text: t("access.ended") } : {})}>
      <Form action={t("access.signIn")} onSend={send}>
        <Field
          label={t("access.email")}
          name="email"
          type="email"
          autoComplete="username"
          required
          autoFocus
        />
        <Field
          label={t("access.password")}
          name="password"
          type="password"
          autoComplete="current-password"
          required
        />
      </Form>
    </Gate>
  );
}
