/** Every word of the app, in English and Turkish. English comes with the app, Turkish when it is chosen. */
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { type Language, usePreferences } from "@/lib/preferences";
import { en } from "./en";

declare module "i18next" {
  interface CustomTypeOptions {
    resources: { translation: typeof en };
  }
}

async function load(language: Language): Promise<void> {
  if (language === "tr" && !i18next.hasResourceBundle("tr", "translation")) {
    const { tr } = await import("./tr");
    i18next.addResourceBundle("tr", "translation", tr);
  }
  await i18next.changeLanguage(language);
}

/** Start with the preferred language and follow changes of it. */
export async function startTranslations(): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: "en",
    fallbackLng: "en",
    resources: { en: { translation: en } },
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  await load(usePreferences.getState().language);
  usePreferences.subscribe((now, before) => {
    if (now.language !== before.language) void load(now.language);
  });
}
