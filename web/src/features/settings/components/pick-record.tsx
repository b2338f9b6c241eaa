import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "@/api/client";
import { keys } from "@/api/keys";
import { Button } from "@/ui/button";
import { FindBox } from "@/ui/find-bar";

interface PickRecordProps {
  onPick: (id: string, title: string) => void;
}

/** Find a record by its words and choose it. */
export function PickRecord({ onPick }: PickRecordProps) {
  const { t } = useTranslation();
  const [query, setQuery] = useState("");
  const asked = query.trim();
  const found = useQuery({
    queryKey: keys.search(undefined, `records ${asked}`),
    queryFn: () =>
      unwrap(api.GET("/api/search/global", { params: { query: { query: asked, project: null } } })),
    enabled: asked.length > 1,
  }).data?.filter(({ room, kind }) => room === "entities" && kind === "entity");
  const choose = (id: string, title: string) => {
    onPick(id, title);
    setQuery("");
  };
  return (
    <>
      <FindBox
        label={t("settings.contextFind")}
        placeholder={t("settings.contextFind")}
        value={query}
        onChange={(event) => setQuery(event.target.value)}
      />
      <ul aria-label={t("settings.contextFound")}>
        {asked.length > 1
          ? (found ?? []).slice(0, 8).map(({ id, title, detail }) => (
              <li key={id}>
                <Button small look="quiet" onClick={() => choose(id, title)}>
                  {detail ? `${title}, ${detail}` : title}
                </Button>
              </li>
            ))
          : null}
      </ul>
    </>
  );
}
