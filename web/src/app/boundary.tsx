import { Component, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/ui/button";
import { Notice } from "@/ui/notice";
import styles from "./boundary.module.css";

interface BoundaryState {
  thrown: Error | null;
}

/** Keeps a broken part of the screen from taking the rest with it. */
export class Boundary extends Component<{ children: ReactNode }, BoundaryState> {
  override state: BoundaryState = { thrown: null };

  static getDerivedStateFromError(thrown: Error): BoundaryState {
    return { thrown };
  }

  override render() {
    const { thrown } = this.state;
    if (!thrown) return this.props.children;
    return <Broken thrown={thrown} onRetry={() => this.setState({ thrown: null })} />;
  }
}

/** What stands in the place of a part that broke. */
export function Broken({ thrown, onRetry }: { thrown: Error; onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <div className={styles.broken}>
      <Notice
        tone="danger"
        title={t("errors.boundaryTitle")}
        alert
        actions={
          <Button look="quiet" small onClick={onRetry}>
            {t("errors.reload")}
          </Button>
        }
      >
        <p>{t("errors.boundaryText")}</p>
        <details>
          <summary>{t("errors.details")}</summary>
          <pre className={styles.details}>{thrown.message}</pre>
        </details>
      </Notice>
    </div>
  );
}
