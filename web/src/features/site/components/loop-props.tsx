import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Pick } from "@/ui/pick";
import { useEditor } from "../editor";
import type { Json, SiteNode } from "../model";
import { look } from "../queries";
import styles from "./properties.module.css";

interface Table {
  id: string;
  name: string;
  fields?: { id: string; label: string; token?: string }[];
}

const ORDERS = ["publishedAt", "createdAt", "title", "slug"] as const;
const DIRECTIONS = ["desc", "asc"] as const;

/** Which entries a loop repeats what is in it for: a content model, how many, in which order. */
export function LoopProps({ node }: { node: SiteNode }) {
  const { t } = useTranslation();
  const { projectId, apply } = useEditor();
  const { data } = useQuery({
    queryKey: ["site", "sources", projectId],
    queryFn: async () => (await look(projectId, "list_loop_sources", {}, null)).dataTables as Table[],
  });
  const filters = (node.props.filters ?? {}) as Json;
  const table = data?.find(({ id }) => id === filters.tableId);
  const save = (patch: Json) =>
    void apply(t("site.boundLoop"), [{ tool: "updateNodeProps", input: { nodeId: node.id, patch } }]);
  const models = (data ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const order = String(node.props.orderBy || "publishedAt");
  // A field of the model can be named too, by an agent or in HTML.
  const orders = [
    ...ORDERS.map((value) => ({ value: value as string, label: t(`site.orders.${value}`) })),
    ...(ORDERS.some((one) => one === order) ? [] : [{ value: order, label: order }]),
  ];
  return (
    <section className={styles.part} aria-label={t("site.loop")}>
      <h3 className={styles.partHead}>{t("site.loop")}</h3>
      <div className={styles.row}>
        <span className={styles.key}>{t("site.loopModel")}</span>
        <Pick
          label={t("site.loopModel")}
          value={String(filters.tableId ?? "")}
          options={models}
          className={styles.pick ?? ""}
          onChange={(tableId) => save({ sourceId: "data.rows", filters: { ...filters, tableId } })}
        />
      </div>
      <div className={styles.row}>
        <span className={styles.key}>{t("site.loopLimit")}</span>
        <span className={styles.value}>
          <input
            key={String(node.props.limit)}
            className={styles.input}
            type="number"
            min={1}
            max={100}
            aria-label={t("site.loopLimit")}
            defaultValue={String(node.props.limit ?? "")}
            onBlur={(event) => {
              const limit = Number(event.target.value);
              if (limit > 0 && limit !== node.props.limit) save({ limit });
            }}
          />
        </span>
      </div>
      <div className={styles.row}>
        <span className={styles.key}>{t("site.loopOrder")}</span>
        <Pick
          label={t("site.loopOrder")}
          value={order}
          options={orders}
          className={styles.pick ?? ""}
          onChange={(orderBy) => save({ orderBy })}
        />
      </div>
      <div className={styles.row}>
        <span className={styles.key}>{t("site.loopDirection")}</span>
        <Pick
          label={t("site.loopDirection")}
          value={node.props.direction === "asc" ? "asc" : "desc"}
          options={DIRECTIONS.map((value) => ({ value, label: t(`site.directions.${value}`) }))}
          className={styles.pick ?? ""}
          onChange={(direction) => save({ direction })}
        />
      </div>
      {table?.fields ? (
        <p className={styles.note}>
          {t("site.loopTokens", { tokens: table.fields.map(({ id }) => `{currentEntry.${id}}`).join(" ") })}
        </p>
      ) : null}
    </section>
  );
}
