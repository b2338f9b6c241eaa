import { Pin as PinIcon, X } from "lucide-react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { type Command, useCommands } from "@/lib/commands";
import { useScreen } from "@/lib/screen";
import { Icon } from "@/ui/icon";
import { pinnable } from "../context";
import { addPin, type Pin, removePin, usePanelMemory } from "../memory";
import styles from "./pins.module.css";

/** What the agent keeps in sight, as chips; what is on the screen can join them. */
export function Pins() {
  const { t } = useTranslation();
  const pins = usePanelMemory((memory) => memory.pins);
  const offer = useOffer(pins);
  usePinCommand(offer);
  if (pins.length === 0 && !offer) return null;
  return (
    <ul className={styles.pins} aria-label={t("panel.pinned")}>
      {pins.map((pin) => (
        <li key={`${pin.modelId}/${pin.entryId}`} className={styles.chip}>
          <Icon of={PinIcon} size="tiny" />
          <span className={styles.label}>{pin.label}</span>
          <button
            type="button"
            className={styles.remove}
            aria-label={t("panel.unpin", { name: pin.label })}
            onClick={() => removePin(pin)}
          >
            <Icon of={X} size="tiny" />
          </button>
        </li>
      ))}
      {offer ? (
        <li>
          <button type="button" className={styles.offer} onClick={() => addPin(offer)}>
            <Icon of={PinIcon} size="tiny" />
            <span className={styles.label}>{t("panel.pin", { name: offer.label })}</span>
          </button>
        </li>
      ) : null}
    </ul>
  );
}

function useOffer(pins: readonly Pin[]): Pin | null {
  const screen = useScreen((state) => state.current);
  return useMemo(() => {
    const offer = pinnable(screen);
    const isSame = (pin: Pin) => pin.modelId === offer?.modelId && pin.entryId === offer.entryId;
    return pins.some(isSame) ? null : offer;
  }, [screen, pins]);
}

function usePinCommand(offer: Pin | null): void {
  const { t } = useTranslation();
  const commands = useMemo<Command[]>(() => {
    if (!offer) return [];
    const label = t("panel.pin", { name: offer.label });
    return [{ id: "panel.pin", label, group: "do", icon: PinIcon, run: () => addPin(offer) }];
  }, [t, offer]);
  useCommands(commands);
}
