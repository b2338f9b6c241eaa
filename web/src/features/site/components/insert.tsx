import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Area } from "@/ui/area";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Form } from "@/ui/form";
import { useEditor } from "../editor";
import { insertSpot, nameOf, titleOf } from "../model";
import { look } from "../queries";
import { resultOf } from "../use-editor";
import styles from "./insert.module.css";

const PARTS = {
  heading: "<h2>{words}</h2>",
  text: "<p>{words}</p>",
  button: '<a class="button" href="/">{words}</a>',
  image: '<img src="" alt="{words}">',
  section: "<section><h2>{words}</h2><p>{words}</p></section>",
  columns: "<section><div><p>{words}</p></div><div><p>{words}</p></div></section>",
  list: "<ul><li>{words}</li><li>{words}</li></ul>",
} as const;
type Part = keyof typeof PARTS;

/** What can be put into the page: a usual part, a component, entries of a model, or any HTML. */
export default function InsertDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const { canvas, tree, node, rules, insert, apply, select } = useEditor();
  const [isBusy, setBusy] = useState(false);
  const spot = insertSpot(tree, node?.id);
  const parent = tree.nodes[spot.parent];
  const put = async (html: string) => {
    setBusy(true);
    if (await insert(html)) onClose();
    setBusy(false);
  };
  const components = canvas.documents.filter(({ type, id }) => type === "visualComponent" && id !== tree.id);
  const place = async (componentId: string, name: string) => {
    const input = { componentId, parentId: spot.parent, index: spot.index };
    const answer = await apply(t("site.placed", { name }), [{ tool: "insert_component", input }]);
    const made = resultOf(answer, 0).nodeId;
    if (typeof made === "string") select(made);
    if (answer) onClose();
  };
  return (
    <Dialog open onOpenChange={onClose} title={t("site.add")} wide>
      <p className={styles.where}>
        {t("site.addInto", { name: parent ? nameOf(parent, rules, canvas) : titleOf(tree) })}
      </p>
      <div className={styles.parts}>
        {(Object.keys(PARTS) as Part[]).map((part) => (
          <Button
            key={part}
            small
            disabled={isBusy}
            onClick={() => put(PARTS[part].replaceAll("{words}", t("site.newWords")))}
          >
            {t(`site.parts.${part}`)}
          </Button>
        ))}
        {components.map((one) => (
          <Button key={one.id} small disabled={isBusy} onClick={() => place(one.id, one.title)}>
            {one.title}
          </Button>
        ))}
      </div>
      <Loops onPut={put} />
      <Form
        action={t("site.insertHtml")}
        onSend={({ html = "" }) => put(html)}
        back={t("site.cancel")}
        onBack={onClose}
      >
        <Area label={t("site.html")} hint={t("site.htmlHint")} name="html" rows={6} required />
      </Form>
    </Dialog>
  );
}

function Loops({ onPut }: { onPut: (html: string) => Promise<void> }) {
  const { t } = useTranslation();
  const { projectId } = useEditor();
  const { data } = useQuery({
    queryKey: ["site", "sources", projectId],
    queryFn: async () =>
      (await look(projectId, "list_loop_sources", {}, null)).dataTables as {
        id: string;
        name: string;
        primaryField?: string;
      }[],
  });
  if (!data?.length) return null;
  const loop = (id: string, field: string) =>
    `<instatic-loop data-source-id="data.rows" data-table-id="${id}" data-limit="6"><article><h3>{currentEntry.${field}}</h3></article></instatic-loop>`;
  return (
    <>
      <p className={styles.where}>{t("site.entriesOf")}</p>
      <div className={styles.parts}>
        {data.map(({ id, name, primaryField }) => (
          <Button key={id} small onClick={() => onPut(loop(id, primaryField || "title"))}>
            {name}
          </Button>
        ))}
      </div>
    </>
  );
}
