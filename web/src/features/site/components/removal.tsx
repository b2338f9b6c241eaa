import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { asApiError } from "@/api/errors";
import { usesOf } from "@/api/site";
import { notify } from "@/lib/notices";
import { later } from "@/ui/later";
import { useEditor } from "../editor";
import { type ListedDocument, titleOf } from "../model";
import type { Edit } from "../queries";
import { type SiteUse, usedIn } from "../uses";

const Confirm = later(() => import("@/ui/confirm"));

const USED = {
  rule: "site.usedBy.rule",
  selector: "site.usedBy.selector",
  asset: "site.usedBy.asset",
  component: "site.usedBy.component",
  page: "site.usedBy.page",
  template: "site.usedBy.template",
} as const;

export interface Removal {
  id: string;
  name: string;
  edit: Edit;
  /** What becomes of those that use it, by kind. */
  kind: keyof typeof USED;
  onDone?: () => void;
}

interface Asked {
  thing: Removal;
  uses: SiteUse[];
}

/** Return what deletes something that others use: who does is said first; what nobody uses goes at once. */
export function useRemoval(): { remove: (thing: Removal) => void; question: ReactNode } {
  const { t, i18n } = useTranslation();
  const { projectId, ref, apply, canvas } = useEditor();
  const [asked, setAsked] = useState<Asked | null>(null);
  const go = async ({ name, edit, onDone }: Removal) => {
    setAsked(null);
    if (await apply(t("site.deleted", { name }), [edit])) onDone?.();
  };
  const remove = async (thing: Removal) => {
    try {
      const uses = await usesOf(projectId, thing.id, ref);
      // What a selector finds, or what a template is put around, nobody counts: it is asked for all the same.
      if (uses.length > 0 || thing.kind === "selector" || thing.kind === "template")
        setAsked({ thing, uses });
      else await go(thing);
    } catch (thrown) {
      notify({ tone: "failed", text: asApiError(thrown).message });
    }
  };
  const question = asked ? (
    <Confirm
      open
      onClose={() => setAsked(null)}
      title={t("site.deleteThis", { name: asked.thing.name })}
      text={t(USED[asked.thing.kind], {
        where: usedIn(named(asked.uses, canvas.documents), i18n.language, (count) =>
          t("site.moreDocuments", { count }),
        ),
        count: asked.uses.reduce((sum, { count }) => sum + count, 0),
        name: asked.thing.name,
      })}
      keep={t("site.cancel")}
      act={t("site.delete")}
      onAct={() => go(asked.thing)}
    />
  ) : null;
  return { remove: (thing) => void remove(thing), question };
}

/** Return uses under the names that the list of pages has for them. */
function named(uses: SiteUse[], documents: readonly ListedDocument[]): SiteUse[] {
  const titles = new Map(documents.map((one) => [one.id, titleOf(one)]));
  return uses.map((use) => ({ ...use, title: titles.get(use.id) ?? use.title }));
}
