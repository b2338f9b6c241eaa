import { Link, Outlet } from "@tanstack/react-router";
import { Check, CircleAlert, X } from "lucide-react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useAnnouncement } from "@/lib/announce";
import { dismissNotice, type Notice, useNotice } from "@/lib/notices";
import { Button, buttonClass } from "@/ui/button";
import { Empty } from "@/ui/empty";
import floats from "@/ui/float.module.css";
import { Icon } from "@/ui/icon";
import { IconButton } from "@/ui/icon-button";
import styles from "./root.module.css";

/** Everything stands in here: the page, the one live region, and quiet notices. */
export function Root() {
  return (
    <>
      <Outlet />
      <LiveRegion />
      <QuietNotice />
    </>
  );
}

/** The one polite region that is read out; in the page from the start, so that screen readers know it. */
function LiveRegion() {
  const { text, turn } = useAnnouncement();
  return (
    <div className="hidden-text" role="status" aria-live="polite">
      <span key={turn}>{text}</span>
    </div>
  );
}

const SHOWN_MS = 8000;

function QuietNotice() {
  const notice = useNotice((state) => state.notice);
  useEffect(() => {
    if (!notice || notice.tone === "failed") return undefined;
    const timer = setTimeout(() => dismissNotice(notice.id), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [notice]);
  return notice ? <NoticeBox notice={notice} /> : null;
}

function NoticeBox({ notice }: { notice: Notice }) {
  const { t } = useTranslation();
  const { action } = notice;
  return (
    <div className={`${floats.float} ${styles.notice}`}>
      <Icon of={notice.tone === "done" ? Check : CircleAlert} tone="muted" />
      <span className={styles.grow}>
        {notice.text} {notice.detail}
      </span>
      {action ? (
        <Button
          look="quiet"
          onClick={() => {
            dismissNotice(notice.id);
            action.run();
          }}
        >
          {action.label}
        </Button>
      ) : null}
      <IconButton
        small
        icon={X}
        name={t("frame.dismiss")}
        side="top"
        onClick={() => dismissNotice(notice.id)}
      />
    </div>
  );
}

/** An address that leads nowhere. */
export function NotFound() {
  const { t } = useTranslation();
  return (
    <main id="main">
      <Empty
        title={t("frame.notFoundTitle")}
        actions={
          <Link to="/inbox" className={buttonClass()}>
            {t("frame.notFoundAction")}
          </Link>
        }
      >
        <p>{t("frame.notFoundText")}</p>
      </Empty>
    </main>
  );
}
