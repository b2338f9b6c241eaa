import { Link } from "@tanstack/react-router";
import { Component, Ellipsis, FileText, FolderInput, LayoutTemplate, Plus } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Dialog } from "@/ui/dialog";
import { Field } from "@/ui/field";
import { Form } from "@/ui/form";
import { Icon } from "@/ui/icon";
import { IconButton } from "@/ui/icon-button";
import { later } from "@/ui/later";
import { Menu, MenuItem } from "@/ui/menu";
import { useEditor } from "../editor";
import { type ListedDocument, titleOf } from "../model";
import type { SiteChange } from "../proposal";
import { resultOf } from "../use-editor";
import { ComponentMenu } from "./component-menu";
import styles from "./left.module.css";
import { useRemoval } from "./removal";

const ImportFolder = later(() => import("./import-folder"));
const GLYPHS = { page: FileText, template: LayoutTemplate, visualComponent: Component } as const;

/** Pages, templates and components; each is a link, the open one is marked. */
export function PageTree({ changes }: { changes: SiteChange[] }) {
  const { t } = useTranslation();
  const { canvas, can } = useEditor();
  const [isNew, setNew] = useState(false);
  const [isImporting, setImporting] = useState(false);
  return (
    <>
      <div className={styles.section}>
        <h2>{t("site.pages")}</h2>
        <span className={styles.count}>{canvas.documents.filter(({ type }) => type === "page").length}</span>
        {can.structure ? (
          <span className={styles.end}>
            <IconButton
              small
              icon={FolderInput}
              name={t("site.importFolder")}
              onClick={() => setImporting(true)}
            />
            <IconButton small icon={Plus} name={t("site.newPage")} onClick={() => setNew(true)} />
          </span>
        ) : null}
      </div>
      <ul className={styles.list}>
        {canvas.documents.map((one) => (
          <PageRow key={one.id} one={one} changes={changes.filter(({ area }) => area === one.id)} />
        ))}
      </ul>
      {isNew ? <NewPage onClose={() => setNew(false)} /> : null}
      {isImporting ? <ImportFolder onClose={() => setImporting(false)} /> : null}
    </>
  );
}

function PageRow({ one, changes }: { one: ListedDocument; changes: SiteChange[] }) {
  const { t } = useTranslation();
  const { canvas, can } = useEditor();
  const isOpen = canvas.document.id === one.id;
  const kinds = { page: "", template: t("site.template"), visualComponent: t("site.component") };
  return (
    <li className={styles.item}>
      <Link
        from="/site"
        search={(before) => ({ ...before, page: one.id, node: undefined })}
        className={styles.row}
        aria-current={isOpen ? "page" : undefined}
        title={one.summary || one.path}
      >
        <Icon of={GLYPHS[one.type]} size="small" tone="muted" />
        <span className={styles.name}>{titleOf(one)}</span>
        {changes.length > 0 ? (
          <Counted changes={changes} />
        ) : (
          <span className={styles.kind}>{kinds[one.type]}</span>
        )}
      </Link>
      {isOpen && can.structure ? <DocumentMenu one={one} /> : null}
    </li>
  );
}

function Counted({ changes }: { changes: SiteChange[] }) {
  const { t } = useTranslation();
  const hunks = changes.flatMap((change) => change.hunks.map(() => change.op));
  const count = (op: SiteChange["op"]) => hunks.filter((one) => one === op).length;
  const [added, removed, changed] = [count("add"), count("remove"), count("change")];
  return (
    <span className={styles.counts}>
      <span className="hidden-text">{t("site.changesHere", { count: hunks.length })}</span>
      {added ? <span className={styles.add}>+{added}</span> : null}
      {removed ? <span className={styles.remove}>−{removed}</span> : null}
      {changed ? <span className={styles.change}>~{changed}</span> : null}
    </span>
  );
}

function DocumentMenu({ one }: { one: ListedDocument }) {
  return one.type === "visualComponent" ? <ComponentMenu one={one} /> : <PageMenu one={one} />;
}

function PageMenu({ one }: { one: ListedDocument }) {
  const { t } = useTranslation();
  const { apply, open, canvas } = useEditor();
  const { remove, question } = useRemoval();
  const [isRenaming, setRenaming] = useState(false);
  const name = titleOf(one);
  const copy = async () => {
    const answer = await apply(t("site.duplicated", { name }), [
      { tool: "duplicatePage", input: { pageId: one.id } },
    ]);
    const made = resultOf(answer, 0).pageId;
    if (typeof made === "string") open(made);
  };
  const next = canvas.documents.find(({ id, type }) => id !== one.id && type === "page");
  const drop = () =>
    remove({
      id: one.id,
      name,
      kind: one.type === "template" ? "template" : "page",
      edit: { tool: "deletePage", input: { pageId: one.id } },
      onDone: () => next && open(next.id),
    });
  return (
    <>
      <Menu
        trigger={
          <button type="button" className={styles.more} aria-label={t("site.pageMenu", { name })}>
            <Icon of={Ellipsis} size="small" />
          </button>
        }
      >
        <MenuItem onClick={() => setRenaming(true)}>{t("site.renamePage")}</MenuItem>
        <MenuItem onClick={() => copy()}>{t("site.duplicate")}</MenuItem>
        <MenuItem onClick={drop}>{t("site.deletePage")}</MenuItem>
      </Menu>
      {isRenaming ? <RenamePage one={one} onClose={() => setRenaming(false)} /> : null}
      {question}
    </>
  );
}

function RenamePage({ one, onClose }: { one: ListedDocument; onClose: () => void }) {
  const { t } = useTranslation();
  const { apply } = useEditor();
  const send = async ({ title = "", slug = "" }: Record<string, string>) => {
    onClose();
    await apply(t("site.renamed", { name: title }), [
      { tool: "renamePage", input: { pageId: one.id, title, slug } },
    ]);
  };
  return (
    <Dialog open onOpenChange={onClose} title={t("site.renamePage")}>
      <Form action={t("site.save")} onSend={send} back={t("site.cancel")} onBack={onClose}>
        <Field label={t("site.pageTitle")} name="title" defaultValue={one.title} required />
        <Field
          label={t("site.address")}
          hint={t("site.addressHint")}
          name="slug"
          defaultValue={one.slug}
          required
        />
      </Form>
    </Dialog>
  );
}

function NewPage({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const { apply, open } = useEditor();
  const send = async ({ title = "", slug = "" }: Record<string, string>) => {
    const input = { title, ...(slug ? { slug } : {}) };
    const answer = await apply(t("site.addedPage", { name: title }), [{ tool: "addPage", input }]);
    const made = resultOf(answer, 0).pageId;
    if (typeof made === "string") open(made);
    onClose();
  };
  return (
    <Dialog open onOpenChange={onClose} title={t("site.newPage")}>
      <Form action={t("site.newPage")} onSend={send} back={t("site.cancel")} onBack={onClose}>
        <Field label={t("site.pageTitle")} name="title" required />
        <Field label={t("site.address")} hint={t("site.addressNew")} name="slug" />
      </Form>
    </Dialog>
  );
}
