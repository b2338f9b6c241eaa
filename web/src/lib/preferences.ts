/** What a person chose about the look of the desk. Kept in this browser only. */
import { create } from "zustand";
import { persist } from "zustand/middleware";

export const THEMES = ["system", "light", "dark"] as const;
export const DENSITIES = ["compact", "comfortable"] as const;
export const LANGUAGES = ["en", "tr"] as const;

export type Theme = (typeof THEMES)[number];
export type Density = (typeof DENSITIES)[number];
export type Language = (typeof LANGUAGES)[number];

export type BodyView = "rich" | "raw";

export const DOCK_MIN = 320;
export const DOCK_MAX = 560;
export const DOCK_DEFAULT = 380;

export interface Preferences {
  theme: Theme;
  density: Density;
  language: Language;
  railOpen: boolean;
  dockOpen: boolean;
  dockWidth: number;
  /** How long texts are written: as they read, or as Markdown. */
  bodyView: BodyView;
  /** The project that was open last, by workspace. */
  projectOf?: Record<string, string>;
}

function systemLanguage(): Language {
  const wanted = typeof navigator === "undefined" ? "en" : navigator.language;
  return wanted.toLowerCase().startsWith("tr") ? "tr" : "en";
}

export const usePreferences = create<Preferences>()(
  persist(
    (): Preferences => ({
      theme: "system",
      density: "compact",
      language: systemLanguage(),
      railOpen: true,
      dockOpen: true,
      dockWidth: DOCK_DEFAULT,
      bodyView: "rich",
    }),
    { name: "proofroom.preferences" },
  ),
);

/** Change some preferences. */
export function prefer(change: Partial<Preferences>): void {
  usePreferences.setState(change);
}

/** Remember the project that is open, for addresses that name none. */
export function keepProject(workspaceId: string, slug: string): void {
  usePreferences.setState(({ projectOf }) => ({ projectOf: { ...projectOf, [workspaceId]: slug } }));
}

/** Keep a dock width inside its limits. */
export function clampDock(width: number): number {
  return Math.round(Math.min(DOCK_MAX, Math.max(DOCK_MIN, width)));
}

/** Put theme, density and language on the document, now and at every change of them or of the system. */
export function followPreferences(): void {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const apply = () => {
    const { theme, density, language } = usePreferences.getState();
    const root = document.documentElement;
    root.dataset.theme = theme === "dark" || (theme === "system" && dark.matches) ? "dark" : "light";
    root.dataset.density = density;
    root.lang = language;
  };
  apply();
  dark.addEventListener("change", apply);
  usePreferences.subscribe(apply);
}
