import { Ellipsis } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Dialog } from "@/ui/dialog";
import { Field } from "@/ui/field";
import { Form } from "@/ui/form";
import { Icon } from "@/ui/icon";
import { Menu, MenuItem } from "@/ui/menu";
import { useEditor } from "../editor";
import { type ListedDocument, titleOf } from "../model";
import styles from "./left.module.css";
import { useRemoval } from "./removal";

/** What can be done with the open component: call it something else, or delete it where it stands, too. */
export function ComponentMenu({ one }: { one: ListedDocument }) {
  const { t } = useTranslation();
  const { apply, open, canvas } = useEditor();
  const { remove, question } = useRemoval();
  const [isRenaming, setRenaming] = useState(false);
  const name = titleOf(one);
  const rename = async ({ name: given = "" }: Record<string, string>) => {
    setRenaming(false);
    const input = { componentId: one.id, name: given };
    await apply(t("site.renamed", { name: given }), [{ tool: "rename_component", input }]);
  };
  const goHome = () => {
    const next = canvas.documents.find(({ type }) => type === "page");
    if (next) open(next.id);
  };
  const drop = () =>
    remove({
      id: one.id,
      name,
      kind: "component",
      edit: { tool: "delete_component", input: { componentId: one.id } },
      onDone: goHome,
    });
  return (
    <>
      <Menu
        trigger={
          <button type="button" className={styles.more} aria-label={t("site.componentMenu", { name })}>
            <Icon of={Ellipsis} size="small" />
          </button>
        }
      >
        <MenuItem onClick={() => setRenaming(true)}>{t("site.renameComponent")}</MenuItem>
        <MenuItem onClick={drop}>{t("site.deleteComponent")}</MenuItem>
      </Menu>
      {isRenaming ? (
        <Dialog open onOpenChange={() => setRenaming(false)} title={t("site.renameComponent")}>
          <Form
            action={t("site.save")}
            onSend={rename}
            back={t("site.cancel")}
            onBack={() => setRenaming(false)}
          >
            <Field label={t("site.nodeName")} name="name" defaultValue={one.title} required />
          </Form>
        </Dialog>
      ) : null}
      {question}
    </>
  );
}
