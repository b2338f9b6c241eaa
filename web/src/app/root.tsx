import { Link, Outlet } from "@tanstack/react-router";
import { Check, CircleAlert, X } from "lucide-react";
import { useEffect, useState } from "react";
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

const SHOWN_MS = 8_000;
const SHOWN_WITH_A_WAY_BACK_MS = 12_000;

function QuietNotice() {
  const notice = useNotice((state) => state.notice);
  return notice ? <NoticeBox key={notice.id} notice={notice} /> : null;
}

function NoticeBox({ notice }: { notice: Notice }) {
  const { t } = useTranslation();
  const { action, id, tone } = notice;
  // It waits for whoever points at it or has come to it by keyboard.
  const [isHeld, setHeld] = useState(false);
  const hold = { onPointerEnter: () => setHeld(true), onPointerLeave: () => setHeld(false) };
  const keep = { onFocus: () => setHeld(true), onBlur: () => setHeld(false) };
  const shownMs = action ? SHOWN_WITH_A_WAY_BACK_MS : SHOWN_MS;
  useEffect(() => {
    if (tone === "failed" || isHeld) return undefined;
    const timer = setTimeout(() => dismissNotice(id), shownMs);
    return () => clearTimeout(timer);
  }, [id, tone, isHeld, shownMs]);
  return (
    <div className={`${floats.float} ${styles.notice}`} {...hold} {...keep}>
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
