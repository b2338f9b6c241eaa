import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { AppointmentInfo } from "@/api/schema";
import { moment } from "@/lib/format";
import { Button } from "@/ui/button";
import { Empty } from "@/ui/empty";
import { later } from "@/ui/later";
import { localeName, useContent } from "../context";
import { scheduleQuery } from "../queries";
import { useStatus } from "../use-status";
import branches from "./branches-view.module.css";
import styles from "./schedule-view.module.css";

const ScheduleDialog = later(() => import("./schedule-dialog"));

/** The entries that will appear or go by themselves, the next one first. */
export function ScheduleView() {
  const { t } = useTranslation();
  const { projectId } = useContent();
  const { data } = useQuery(scheduleQuery(projectId));
  const [chosen, setChosen] = useState<AppointmentInfo | null>(null);
  const { models } = useContent();
  if (data?.length === 0) {
    return (
      <Empty title={t("content.noSchedule")}>
        <p>{t("content.noScheduleText")}</p>
      </Empty>
    );
  }
  const isOneText = (id: string) => models.find((model) => model.id === id)?.i18n === false;
  return (
    <section className={branches.pane} aria-label={t("content.schedule")}>
      <ul>
        {(data ?? []).map((one) => (
          <Row key={`${one.model}/${one.entryId}/${one.locale}`} one={one} onChange={() => setChosen(one)} />
        ))}
      </ul>
      {chosen ? (
        <ScheduleDialog
          of={{
            model: chosen.model,
            entry: chosen.entryId,
            locale: isOneText(chosen.model) ? null : chosen.locale,
            title: chosen.label || chosen.model,
            publishAt: chosen.publishAt,
            expireAt: chosen.expireAt,
          }}
          onClose={() => setChosen(null)}
        />
      ) : null}
    </section>
  );
}

function Row({ one, onChange }: { one: AppointmentInfo; onChange: () => void }) {
  const { t, i18n } = useTranslation();
  const { models, can } = useContent();
  const { isBusy, change } = useStatus();
  const model = models.find(({ id }) => id === one.model);
  const title = one.label || model?.name || one.model;
  const time = (at: string) => moment(at, Date.now(), i18n.language);
  // Without its date it would be public at once: it goes back to a draft. A date to go is simply dropped.
  const cancel = () =>
    change({
      model: one.model,
      entry: one.entryId,
      status: one.publishAt ? "draft" : "published",
      publishAt: null,
      expireAt: null,
      ...(model?.i18n ? { locale: one.locale } : {}),
    });
  const said = [
    one.publishAt ? t("content.appears", { time: time(one.publishAt) }) : "",
    one.expireAt ? t("content.goes", { time: time(one.expireAt) }) : "",
    one.status === "published" ? "" : t("content.stillDraft"),
  ];
  return (
    <li className={branches.branch}>
      <span className={branches.words}>
        <Link
          from="/content"
          to="/content"
          search={({ project }) => ({
            project,
            model: one.model,
            locale: one.locale,
            entry: one.entryId || undefined,
          })}
          className={styles.link}
          lang={one.locale}
        >
          {title}
        </Link>
        <span>{said.filter(Boolean).join(", ")}</span>
        <span className={branches.muted}>
          {[model?.name ?? one.model, model?.i18n ? localeName(one.locale, i18n.language) : ""]
            .filter(Boolean)
            .join(" · ")}
        </span>
      </span>
      {can.write ? (
        <>
          <Button small aria-label={t("content.changeSchedule", { title })} onClick={onChange}>
            {t("content.change")}
          </Button>
          <Button
            small
            busy={isBusy}
            aria-label={t("content.cancelSchedule", { title })}
            onClick={() => cancel()}
          >
            {t("content.cancelDate")}
          </Button>
        </>
      ) : null}
    </li>
  );
}
