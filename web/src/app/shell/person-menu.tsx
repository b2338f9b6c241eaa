import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { LogOut } from "lucide-react";
import { useTranslation } from "react-i18next";
import { api, setCsrfToken, unwrap } from "@/api/client";
import { keys } from "@/api/keys";
import type { MenuContentProps } from "@/ui/lazy-menu";
import { MenuItem, OpenMenu } from "@/ui/menu";

/** What a person can do about their session. */
export default function PersonMenu(props: MenuContentProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const router = useRouter();
  const signOut = async () => {
    await unwrap(api.DELETE("/api/session")).catch(() => undefined);
    setCsrfToken("");
    client.removeQueries({ queryKey: keys.session });
    await router.navigate({ to: "/sign-in" });
    client.clear();
  };
  return (
    <OpenMenu {...props} side="top">
      <MenuItem icon={LogOut} onClick={() => signOut()}>
        {t("frame.signOut")}
      </MenuItem>
    </OpenMenu>
  );
}
