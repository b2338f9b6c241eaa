import { Ellipsis } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Dialog } from "@/ui/dialog";
import { Field } from "@/ui/field";
import { Form } from "@/ui/form";
import { Icon } from "@/ui/icon";
import { Menu, MenuItem, MenuRule } from "@/ui/menu";
import { useEditor } from "../editor";
import { nameOf, textProp } from "../model";
import { resultOf } from "../use-editor";
import styles from "./properties.module.css";

/** What can be done with the selected node, each with its key. */
export function NodeMenu({ onEdit, onInsert }: { onEdit: () => void; onInsert: () => void }) {
  const { t } = useTranslation();
  const { node, tree, rules, canvas, can, move, duplicate, remove } = useEditor();
  const [asking, setAsking] = useState<"name" | "component" | null>(null);
  if (!node || !can.structure) return null;
  const { id } = node;
  const isRoot = id === tree.rootNodeId;
  return (
    <>
      <Menu
        align="end"
        trigger={
          <button
            type="button"
            className={styles.more}
            aria-label={t("site.nodeMenu", { name: nameOf(node, rules, canvas) })}
          >
            <Icon of={Ellipsis} />
          </button>
        }
      >
        {textProp(node) ? (
          <MenuItem keys="Enter" onClick={onEdit}>
            {t("site.editText")}
          </MenuItem>
        ) : null}
        <MenuItem keys="a" onClick={onInsert}>
          {t("site.add")}
        </MenuItem>
        <MenuItem onClick={() => setAsking("name")}>{t("site.rename")}</MenuItem>
        <MenuItem keys="Mod+D" disabled={isRoot} onClick={() => duplicate(id)}>
          {t("site.duplicate")}
        </MenuItem>
        <MenuItem disabled={isRoot || tree.type === "visualComponent"} onClick={() => setAsking("component")}>
          {t("site.makeComponent")}
        </MenuItem>
        <MenuRule />
        <MenuItem keys="Alt+ArrowUp" disabled={isRoot} onClick={() => move(id, "up")}>
          {t("site.moveUp")}
        </MenuItem>
        <MenuItem keys="Alt+ArrowDown" disabled={isRoot} onClick={() => move(id, "down")}>
          {t("site.moveDown")}
        </MenuItem>
        <MenuItem keys="Alt+ArrowLeft" disabled={isRoot} onClick={() => move(id, "out")}>
          {t("site.moveOut")}
        </MenuItem>
        <MenuItem keys="Alt+ArrowRight" disabled={isRoot} onClick={() => move(id, "in")}>
          {t("site.moveIn")}
        </MenuItem>
        <MenuRule />
        <MenuItem keys="Delete" disabled={isRoot} onClick={() => remove(id)}>
          {t("site.delete")}
        </MenuItem>
      </Menu>
      {asking ? <Naming what={asking} onClose={() => setAsking(null)} /> : null}
    </>
  );
}

function Naming({ what, onClose }: { what: "name" | "component"; onClose: () => void }) {
  const { t } = useTranslation();
  const { node, apply, select } = useEditor();
  if (!node) return null;
  const isName = what === "name";
  const send = async ({ name = "" }: Record<string, string>) => {
    const edit = isName
      ? { tool: "renameNode", input: { nodeId: node.id, label: name } }
      : { tool: "create_component", input: { nodeId: node.id, name } };
    const answer = await apply(t(isName ? "site.renamed" : "site.madeComponent", { name }), [edit]);
    if (!answer) return;
    // The node itself lives in the component now; its place is what is left here.
    const made = resultOf(answer, 0).nodeId;
    if (!isName && typeof made === "string") select(made);
    onClose();
  };
  return (
    <Dialog open onOpenChange={onClose} title={t(isName ? "site.rename" : "site.makeComponent")}>
      <Form action={t("site.save")} onSend={send} back={t("site.cancel")} onBack={onClose}>
        <Field
          label={t("site.nodeName")}
          name="name"
          defaultValue={isName ? (node.label ?? "") : ""}
          required
        />
      </Form>
    </Dialog>
  );
}
