import { Link } from "@tanstack/react-router";
import { Check, Search } from "lucide-react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ModelOption } from "@/api/schema";
import { classes } from "@/lib/classes";
import { tokens } from "@/lib/format";
import { Button } from "@/ui/button";
import { Icon } from "@/ui/icon";
import { useChoice } from "../use-choice";
import { useFacts } from "../use-panel";
import styles from "./choose-model.module.css";

/** Several models can be reached and none is chosen: the list to choose from. */
export default function ChooseModel() {
  const facts = useFacts();
  const { t } = useTranslation();
  const [query, setQuery] = useState("");
  const [picked, setPicked] = useState<ModelOption | null>(facts.models[0] ?? null);
  const choose = useChoice();
  const groups = useMemo(() => groupModels(facts.models, query), [facts.models, query]);
  return (
    <>
      <div className={styles.pick}>
        <div className={styles.intro}>
          <h2 className={styles.title}>{t("panel.chooseTitle")}</h2>
          <Link to="/connections" search={{ part: "defaults" }}>
            {t("panel.chooseDefault")}
          </Link>
        </div>
        <label className={styles.find}>
          <Icon of={Search} tone="muted" />
          <input
            className={styles.query}
            value={query}
            aria-label={t("panel.findModel")}
            placeholder={t("panel.findAmong", { count: facts.models.length })}
            onChange={(event) => setQuery(event.target.value)}
          />
        </label>
        {groups.map(([provider, models], index) => (
          <fieldset key={provider} className={styles.group}>
            <legend className={styles.legend}>
              <b className={styles.grow}>{provider}</b>
              {index === 0 ? <PriceHead /> : null}
            </legend>
            {models.map((model) => (
              <Option
                key={model.label}
                model={model}
                isPicked={model.label === picked?.label}
                onPick={setPicked}
              />
            ))}
          </fieldset>
        ))}
        {groups.length === 0 ? <p className={styles.note}>{t("panel.noModelFound", { query })}</p> : null}
        <p className={styles.note}>{t("panel.chooseText", { agent: facts.agent?.name ?? "" })}</p>
      </div>
      <div className={styles.foot}>
        <Button
          look="primary"
          disabled={!picked}
          onClick={() => (picked ? choose.model(picked.label) : undefined)}
        >
          <span className={styles.grow}>{t("panel.useModel", { model: picked?.name ?? "" })}</span>
        </Button>
      </div>
    </>
  );
}

function PriceHead() {
  const { t } = useTranslation();
  return (
    <>
      <span className={styles.window}>{t("panel.window")}</span>
      <span className={styles.price}>{t("panel.price")}</span>
    </>
  );
}

interface OptionProps {
  model: ModelOption;
  isPicked: boolean;
  onPick: (model: ModelOption) => void;
}

function Option({ model, isPicked, onPick }: OptionProps) {
  const { t, i18n } = useTranslation();
  const { inputMicrosPerMtok: input, outputMicrosPerMtok: output } = model;
  const isFree = input === 0 && output === 0;
  const price =
    input === null || output === null ? t("run.costUnknown") : `${dollars(input)} / ${dollars(output)}`;
  return (
    <label className={classes(styles.option, isPicked && styles.picked)}>
      <input
        type="radio"
        name="model"
        className="covering-input"
        checked={isPicked}
        onChange={() => onPick(model)}
      />
      <span className={styles.check}>{isPicked ? <Icon of={Check} /> : null}</span>
      <span className={styles.grow}>{model.name}</span>
      <span className={styles.window}>
        {model.contextWindow ? tokens(model.contextWindow, i18n.language) : ""}
      </span>
      <span className={styles.price}>{isFree ? t("run.noCharge") : price}</span>
    </label>
  );
}

function dollars(micros: number): string {
  return (micros / 1_000_000).toFixed(2);
}

/** Return the models that match, by provider, in the order of the list. */
export function groupModels(models: readonly ModelOption[], query: string): [string, ModelOption[]][] {
  const wanted = query.trim().toLowerCase();
  const groups = new Map<string, ModelOption[]>();
  for (const model of models) {
    if (!`${model.provider} ${model.name}`.toLowerCase().includes(wanted)) continue;
    groups.set(model.provider, [...(groups.get(model.provider) ?? []), model]);
  }
  return [...groups];
}
