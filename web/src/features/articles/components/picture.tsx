import { Check, ImagePlus, RefreshCw, Trash2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ArticleDetail } from "@/api/schema";
import { useProject } from "@/lib/session";
import { Button } from "@/ui/button";
import { Field } from "@/ui/field";
import { StateWord } from "@/ui/state-word";
import { decidePictures, drawAgain } from "../queries";
import { type Slot, slotAt } from "../slots";
import { useDesk } from "../use-desk";
import styles from "./draft.module.css";

interface PictureProps {
  article: ArticleDetail;
  alt: string;
  path: string;
  canEdit: boolean;
}

/** A picture in its place, with what can be said about it: it stays, it goes, or it is made again. */
export function Picture({ article, alt, path, canEdit }: PictureProps) {
  const slug = useProject()?.slug;
  const source = slug && path.startsWith("media/") ? `/api/delivery/${slug}/${path}` : path;
  const slot = slotAt(article, path);
  return (
    <figure className={styles.figure}>
      <img className={styles.picture} src={source} alt={alt} loading="lazy" />
      {slot ? <SlotActions article={article} slot={slot} canEdit={canEdit} /> : null}
    </figure>
  );
}

/** A picture that could not be made: why the place is empty, and a way to try again. */
export function EmptySlot({
  article,
  slot,
  canEdit,
}: {
  article: ArticleDetail;
  slot: Slot;
  canEdit: boolean;
}) {
  const { t } = useTranslation();
  return (
    <figure className={styles.slot}>
      <p>{t("articles.slotFailed", { what: slot.description })}</p>
      <SlotActions article={article} slot={slot} canEdit={canEdit} />
    </figure>
  );
}

function SlotActions({ article, slot, canEdit }: { article: ArticleDetail; slot: Slot; canEdit: boolean }) {
  const { t } = useTranslation();
  const { isBusy, act } = useDesk(article.id);
  const [wish, setWish] = useState<string | null>(null);
  const after = (run: () => Promise<unknown>) =>
    void act(async () => {
      await run();
      setWish(null);
    });
  const draw = slot.isMade ? "articles.drawAgain" : "articles.draw";
  const decide = (stays: boolean) => after(() => decidePictures(article.id, slot.id, stays));
  if (wish !== null)
    return (
      <div className={styles.wish}>
        <Field
          label={t("articles.wish")}
          value={wish}
          maxLength={500}
          onChange={(event) => setWish(event.target.value)}
        />
        <Button small look="quiet" onClick={() => setWish(null)}>
          {t("articles.cancel")}
        </Button>
        <Button small busy={isBusy} onClick={() => after(() => drawAgain(article.id, slot.id, wish))}>
          {t(draw)}
        </Button>
      </div>
    );
  return (
    <figcaption className={styles.caption}>
      {slot.approved ? <StateWord tone="done">{t("articles.pictureApproved")}</StateWord> : null}
      {slot.isPlaceholder ? <span className={styles.told}>{t("articles.placeholder")}</span> : null}
      {canEdit ? (
        <span className={styles.tools}>
          {slot.approved || !slot.isMade ? null : (
            <Button small look="quiet" icon={Check} busy={isBusy} onClick={() => decide(true)}>
              {t("articles.keepPicture")}
            </Button>
          )}
          <Button small look="quiet" icon={slot.isMade ? RefreshCw : ImagePlus} onClick={() => setWish("")}>
            {t(draw)}
          </Button>
          <Button small look="quiet" icon={Trash2} busy={isBusy} onClick={() => decide(false)}>
            {t("articles.rejectPicture")}
          </Button>
        </span>
      ) : null}
    </figcaption>
  );
}
