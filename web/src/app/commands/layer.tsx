import { useNavigate, useRouter } from "@tanstack/react-router";
import type { TFunction } from "i18next";
import { Contrast, Keyboard, MessageSquareText, PanelLeft, Rows3 } from "lucide-react";
import { useEffect, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { withWords } from "@/i18n";
import { type Command, useCommands } from "@/lib/commands";
import { useFetchAhead } from "@/lib/fetch-ahead";
import { toggleSide } from "@/lib/frame";
import { prefer } from "@/lib/preferences";
import { rememberPlace } from "@/lib/recent";
import { useScreen } from "@/lib/screen";
import { useSession } from "@/lib/session";
import { later } from "@/ui/later";
import { SCREENS, screensFor } from "../screens";
import { fetchOffers } from "../take-in";
import { useChords } from "./keys";
import { openHelp, openPalette, useLayers } from "./state";

const Palette = later(() =>
  withWords(async () => {
    const [palette] = await Promise.all([import("./palette"), fetchOffers()]);
    return palette;
  }),
);
const Help = later(() => import("./help"));

/** The app's own commands, the keys that run them, and the layers that list them. */
export function CommandLayer() {
  useChords();
  useCommands(useAppCommands());
  useRemembered();
  const open = useLayers((layers) => layers.open);
  // The first key after opening it must not be lost.
  useFetchAhead(Palette.fetch);
  return (
    <>
      {open === "palette" ? <Palette /> : null}
      {open === "help" ? <Help /> : null}
    </>
  );
}

/** Remember the places one has been, under the name each has by then. */
function useRemembered(): void {
  const router = useRouter();
  const me = useSession().person.id;
  const { screen, title } = useScreen((state) => state.current);
  const { t } = useTranslation();
  // Screens as such are in the palette anyway: what is worth going back to has a name of its own.
  const isNamed = title !== "" && SCREENS.every(({ id }) => title !== t(`frame.${id}`));
  useEffect(() => {
    if (isNamed) rememberPlace(me, { title, screen, href: router.state.location.href });
  }, [router, me, screen, title, isNamed]);
}

function useAppCommands(): Command[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { permissions } = useSession();
  return useMemo(() => {
    const screens = screensFor(permissions).map(
      (screen): Command => ({
        id: `go.${screen.id}`,
        label: t("frame.goTo", { place: t(`frame.${screen.id}`) }),
        group: "go",
        icon: screen.icon,
        keys: [screen.keys],
        run: () => void navigate({ to: screen.to }),
      }),
    );
    return [...screens, ...frameCommands(t("frame.palette"), t("frame.panel"), t), ...lookCommands(t)];
  }, [t, navigate, permissions]);
}

type Translate = TFunction;

function frameCommands(palette: string, panel: string, t: Translate): Command[] {
  return [
    {
      id: "palette",
      label: palette,
      group: "do",
      keys: ["Mod+K"],
      always: true,
      keyOnly: true,
      run: openPalette,
    },
    {
      id: "panel",
      label: panel,
      group: "do",
      icon: MessageSquareText,
      keys: ["Mod+J"],
      always: true,
      run: () => toggleSide("dockOpen"),
    },
    {
      id: "rail",
      label: t("frame.collapseRail"),
      group: "look",
      icon: PanelLeft,
      keys: ["Mod+B"],
      always: true,
      run: () => toggleSide("railOpen"),
    },
    { id: "help", label: t("frame.showShortcuts"), group: "do", icon: Keyboard, keys: ["?"], run: openHelp },
  ];
}

function lookCommands(t: Translate): Command[] {
  const look = { group: "look", icon: Contrast } as const;
  const rows = { group: "look", icon: Rows3 } as const;
  return [
    { ...look, id: "theme.system", label: t("frame.themeSystem"), run: () => prefer({ theme: "system" }) },
    { ...look, id: "theme.light", label: t("frame.themeLight"), run: () => prefer({ theme: "light" }) },
    { ...look, id: "theme.dark", label: t("frame.themeDark"), run: () => prefer({ theme: "dark" }) },
    {
      ...rows,
      id: "rows.compact",
      label: t("frame.densityCompact"),
      run: () => prefer({ density: "compact" }),
    },
    {
      ...rows,
      id: "rows.comfortable",
      label: t("frame.densityComfortable"),
      run: () => prefer({ density: "comfortable" }),
    },
  ];
}
