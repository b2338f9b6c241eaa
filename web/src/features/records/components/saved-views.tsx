import { useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import {
  Ellipsis,
  Link2,
  List,
  type LucideIcon,
  Pencil,
  Plus,
  Save,
  SquareKanban,
  Table2,
  Trash2,
  Waypoints,
} from "lucide-react";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "@/api/client";
import { useMay } from "@/api/may";
import type { EntityTypeInfo, ViewInfo } from "@/api/schema";
import { notify } from "@/lib/notices";
import { useAct } from "@/lib/use-act";
import { Button } from "@/ui/button";
import Confirm from "@/ui/confirm";
import { Dialog } from "@/ui/dialog";
import { Field } from "@/ui/field";
import { Icon } from "@/ui/icon";
import { IconButton } from "@/ui/icon-button";
import { Menu, MenuItem } from "@/ui/menu";
import { TabLinks, tabClass } from "@/ui/tabs";
import styles from "../dialogs.module.css";
import { configOf, inSentence, type Look, lookOf } from "../model";
import { viewsQuery } from "../queries";

const route = getRouteApi("/app/records");
type Doing = "save" | "rename" | "delete" | null;

const GLYPHS: Record<string, LucideIcon> = {
  board: SquareKanban,
  graph: Waypoints,
  list: List,
};

/** The views of a type as tabs: go to one, save how it is looked at now, rename, delete or pass one on. */
export function ViewTabs({ kind, look }: { kind: EntityTypeInfo; look: Look }) {
  const { t } = useTranslation();
  const may = useMay();
  const { slug: type, plural, name: typeName } = kind.definition;
  const { saved } = route.useSearch();
  const [doing, setDoing] = useState<Doing>(null);
  const views = (useQuery(viewsQuery).data ?? []).filter(({ config }) => config.type === type);
  const current = views.find(({ slug }) => slug === saved) ?? null;
  const change = useChange(type, look, current);
  return (
    <>
      <TabLinks label={t("records.views")}>
        <Link
          to="/records"
          search={{ type }}
          className={tabClass}
          activeProps={{}}
          aria-current={current ? undefined : "page"}
        >
          <Icon of={Table2} size="small" />
          {t("records.allOf", { type: inSentence(plural || typeName) })}
        </Link>
        {views.map((view) => (
          <Link
            key={view.slug}
            to="/records"
            search={{ ...lookOf(view), saved: view.slug }}
            className={tabClass}
            activeProps={{}}
            aria-current={view === current ? "page" : undefined}
          >
            <Icon of={GLYPHS[view.kind] ?? Table2} size="small" />
            {view.name}
          </Link>
        ))}
      </TabLinks>
      {may("views.team.create") ? (
        <Button small look="quiet" icon={Plus} onClick={() => setDoing("save")}>
          {t("records.saveView")}
        </Button>
      ) : null}
      {current ? (
        <Menu
          trigger={<IconButton small icon={Ellipsis} name={t("records.ofView", { name: current.name })} />}
        >
          <OfCurrent name={current.name} change={change} onDo={setDoing} />
        </Menu>
      ) : null}
      {doing === "save" || doing === "rename" ? (
        <NameView
          first={doing === "rename" ? (current?.name ?? "") : ""}
          isBusy={change.isBusy}
          onName={async (name) => {
            if (await (doing === "save" ? change.save(name) : change.rename(name))) setDoing(null);
          }}
          onClose={() => setDoing(null)}
        />
      ) : null}
      <Confirm
        open={doing === "delete" && current !== null}
        onClose={() => setDoing(null)}
        title={t("records.deleteTitle", { name: current?.name ?? "" })}
        text={t("records.deleteText")}
        keep={t("records.keep")}
        act={t("records.deleteView")}
        onAct={() => change.remove().then(() => setDoing(null))}
      />
    </>
  );
}

interface OfCurrentProps {
  name: string;
  change: ReturnType<typeof useChange>;
  onDo: (doing: Doing) => void;
}

/** What can be done with the view that is open. */
function OfCurrent({ name, change, onDo }: OfCurrentProps) {
  const { t } = useTranslation();
  const may = useMay();
  return (
    <>
      {may("views.team.update") ? (
        <>
          <MenuItem icon={Save} onClick={() => change.keep()}>
            {t("records.keepView", { name })}
          </MenuItem>
          <MenuItem icon={Pencil} onClick={() => onDo("rename")}>
            {t("records.renameView")}
          </MenuItem>
        </>
      ) : null}
      <MenuItem icon={Link2} onClick={() => change.share()}>
        {t("records.shareView")}
      </MenuItem>
      {may("views.team.delete") ? (
        <MenuItem icon={Trash2} onClick={() => onDo("delete")}>
          {t("records.deleteView")}
        </MenuItem>
      ) : null}
    </>
  );
}

interface NameViewProps {
  first: string;
  isBusy: boolean;
  onName: (name: string) => Promise<void>;
  onClose: () => void;
}

function NameView({ first, isBusy, onName, onClose }: NameViewProps) {
  const { t } = useTranslation();
  const [name, setName] = useState(first);
  const send = (event: FormEvent) => {
    event.preventDefault();
    void onName(name);
  };
  return (
    <Dialog open onOpenChange={onClose} title={first ? t("records.renameView") : t("records.saveView")}>
      <form onSubmit={send} className={styles.form}>
        <Field
          label={t("records.name")}
          hint={t("records.viewHint")}
          value={name}
          required
          maxLength={120}
          onChange={(event) => setName(event.target.value)}
        />
        <Button type="submit" look="primary" busy={isBusy}>
          {t("records.save")}
        </Button>
      </form>
    </Dialog>
  );
}

/** Return what can be done with the views of a type. */
function useChange(type: string, look: Look, current: ViewInfo | null) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const navigate = route.useNavigate();
  const { isBusy, act } = useAct();
  const put = (body: Record<string, unknown>) =>
    act(async () => {
      if (!current) return;
      const sent = { ...body, expectedVersion: current.version };
      await unwrap(api.PUT("/api/views/{slug}", { params: { path: { slug: current.slug } }, body: sent }));
      await client.invalidateQueries({ queryKey: viewsQuery.queryKey });
    });
  const now = { kind: look.view ?? "table", config: configOf(type, look) } as const;
  return {
    isBusy,
    save: (name: string) =>
      act(async () => {
        const made = await unwrap(api.POST("/api/views", { body: { name, ...now } }));
        await client.invalidateQueries({ queryKey: viewsQuery.queryKey });
        await navigate({ search: (before) => ({ ...before, type, saved: made.slug }), replace: true });
      }),
    keep: () => put(now),
    rename: (name: string) => put({ name }),
    share: () =>
      act(async () => {
        await navigator.clipboard.writeText(window.location.href);
        notify({ tone: "done", text: t("records.linkCopied") });
      }),
    remove: () =>
      act(async () => {
        if (!current) return;
        await unwrap(api.DELETE("/api/views/{slug}", { params: { path: { slug: current.slug } } }));
        await client.invalidateQueries({ queryKey: viewsQuery.queryKey });
        await navigate({ search: { type } });
      }),
  };
}
