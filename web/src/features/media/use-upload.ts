/** Uploads: one after the other, each with what became of it. */
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { asApiError } from "@/api/errors";
import { keys } from "@/api/keys";
import { uploadAsset } from "@/api/media";
import type { AssetInfo } from "@/api/schema";
import { notify } from "@/lib/notices";

export interface Uploads {
  /** How many files still wait or are under way. */
  left: number;
  /** What could not be added, and why. */
  failures: { name: string; message: string }[];
  add: (files: readonly File[]) => void;
  dismiss: () => void;
}

/** Return the way to add files to a project's library; `onAdded` gets the last one. */
export function useUpload(projectId: string, onAdded?: (asset: AssetInfo) => void): Uploads {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [left, setLeft] = useState(0);
  const [failures, setFailures] = useState<Uploads["failures"]>([]);
  const act = async (files: readonly File[]) => {
    setLeft((before) => before + files.length);
    setFailures([]);
    let last: AssetInfo | null = null;
    let added = 0;
    for (const file of files) {
      try {
        last = (await uploadAsset(projectId, file)).asset;
        added += 1;
      } catch (thrown) {
        const { message, suggestion } = asApiError(thrown);
        setFailures((before) => [...before, { name: file.name, message: `${message} ${suggestion}` }]);
      }
      setLeft((before) => before - 1);
    }
    await client.invalidateQueries({ queryKey: keys.media });
    if (added > 0) notify({ tone: "done", text: t("media.added", { count: added }) });
    if (last) onAdded?.(last);
  };
  return {
    left,
    failures,
    add: (files) => {
      if (files.length > 0) void act(files);
    },
    dismiss: () => setFailures([]),
  };
}
