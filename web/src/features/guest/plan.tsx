import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "@/api/client";
import { planText } from "@/lib/plan-text";
import { useAct } from "@/lib/use-act";
import { Area } from "@/ui/area";
import { Button } from "@/ui/button";
import { Markdown } from "@/ui/markdown";
import { StateWord } from "@/ui/state-word";
import styles from "./screen.module.css";

interface GuestPlanProps {
  token: string;
  name: string;
}

/** The plan of one article that waits for a word: its parts, its sources, yes or what should be different. */
export function GuestPlan({ token, name }: GuestPlanProps) {
  const { t } = useTranslation();
  const { isBusy, act } = useAct();
  const [note, setNote] = useState("");
  const [said, setSaid] = useState<boolean | null>(null);
  const params = { path: { token } };
  const plan = useQuery({
    queryKey: ["link", token, "article"],
    queryFn: () => unwrap(api.GET("/api/links/{token}/article", { params })),
    retry: false,
    enabled: said === null,
  });
  if (!plan.data) return null;
  const decide = (isApproved: boolean) =>
    void act(async () => {
      await unwrap(api.POST("/api/links/{token}/foundations", { params, body: { name, isApproved, note } }));
      setSaid(isApproved);
    });
  return (
    <>
      <h1 className={styles.title}>{plan.data.title}</h1>
      {plan.data.brief ? <p className={styles.standfirst}>{plan.data.brief}</p> : null}
      <div className={styles.words}>
        <Markdown text={planText(plan.data.skeleton)} />
      </div>
      <h2 className={styles.subject}>{t("guest.sources")}</h2>
      <ol className={styles.sources}>
        {plan.data.sources.map((one) => (
          <li key={one.id} value={one.number}>
            {one.sourceName}
          </li>
        ))}
      </ol>
      <div className={styles.foot}>
        {said === null ? (
          <>
            {name === "" ? <p>{t("guest.nameFirst")}</p> : null}
            <Area
              label={t("guest.different")}
              rows={3}
              value={note}
              onChange={(e) => setNote(e.target.value)}
            />
            <div className={styles.actions}>
              <Button look="primary" busy={isBusy} disabled={name === ""} onClick={() => decide(true)}>
                {t("guest.approvePlan")}
              </Button>
              <Button
                busy={isBusy}
                disabled={name === "" || note.trim() === ""}
                onClick={() => decide(false)}
              >
                {t("guest.askChanges")}
              </Button>
            </div>
          </>
        ) : (
          <StateWord tone={said ? "done" : "stopped"}>
            {t(said ? "guest.planApproved" : "guest.planReturned")}
          </StateWord>
        )}
      </div>
    </>
  );
}
