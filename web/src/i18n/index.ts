/** Every word of the app, in English and Turkish. Only those of the first screen come with the app itself. */
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { type Language, usePreferences } from "@/lib/preferences";
import { first } from "./first";

const BUNDLES = {
  en: async () => (await import("./en")).en,
  tr: async () => (await import("./tr")).tr,
};
/** What tools are called where their own names, which are English, say nothing. */
const TOOLS = {
  en: async () => (await import("./names/tools-en.json")).default,
  tr: async () => (await import("./names/tools-tr.json")).default,
};
const loaded = new Map<Language, Promise<void>>();

/** Bring in all words of a language; a second call waits for the first. */
export function loadWords(language: Language = usePreferences.getState().language): Promise<void> {
  const before = loaded.get(language);
  if (before) return before;
  const loading = Promise.all([BUNDLES[language](), TOOLS[language]()]).then(([words, tools]) => {
    i18next.addResourceBundle(language, "translation", words, true, true);
    i18next.addResourceBundle(language, "tools", tools, true, true);
  });
  loaded.set(language, loading);
  return loading;
}

/** Load a part of the app together with all words of the language, for what is not on the first screen. */
export async function withWords<Module>(load: () => Promise<Module>): Promise<Module> {
  const [module] = await Promise.all([load(), loadWords()]);
  return module;
}

async function speak(language: Language): Promise<void> {
  // The first screen's English words are here already, so English need not wait.
  if (language !== "en" || i18next.language !== "en") await loadWords(language);
  await i18next.changeLanguage(language);
}

/** Start with the preferred language and follow changes of it. */
export async function startTranslations(): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: "en",
    fallbackLng: "en",
    resources: { en: { translation: first } },
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  await speak(usePreferences.getState().language);
  usePreferences.subscribe((now, before) => {
    if (now.language !== before.language) void speak(now.language);
  });
}
