import { useTranslation } from "react-i18next";
import { type Command, useCurrentCommands } from "@/lib/commands";
import { Dialog } from "@/ui/dialog";
import { Keys } from "@/ui/keys";
import styles from "./help.module.css";
import { GROUP_NAMES } from "./palette";
import { closeLayer } from "./state";

/** Every shortcut that works on this screen, from the same registry as the palette. */
export default function Help() {
  const { t } = useTranslation();
  const withKeys = reachable(useCurrentCommands());
  const groups = (["go", "do", "look"] as const).filter((group) =>
    withKeys.some((one) => one.group === group),
  );
  return (
    <Dialog open wide onOpenChange={(open) => (open ? undefined : closeLayer())} title={t("frame.shortcuts")}>
      <div className={styles.columns}>
        {groups.map((group) => (
          <section key={group}>
            <h3 className={styles.group}>{t(GROUP_NAMES[group])}</h3>
            <Shortcuts commands={withKeys.filter((command) => command.group === group)} />
          </section>
        ))}
      </div>
    </Dialog>
  );
}

/** Return the commands that keys run here: where two have the same chord, the latest offer has it. */
function reachable(commands: readonly Command[]): Command[] {
  const owners = new Map(commands.flatMap(({ id, keys = [] }) => keys.map((chord) => [chord, id])));
  return commands
    .map((command) => ({
      ...command,
      keys: command.keys?.filter((chord) => owners.get(chord) === command.id),
    }))
    .filter(({ keys }) => keys?.length) as Command[];
}

function Shortcuts({ commands }: { commands: Command[] }) {
  return (
    <dl>
      {commands.map((command) => (
        <div key={command.id} className={styles.row}>
          <dt>{command.label}</dt>
          <dd className={styles.keys}>
            {command.keys?.map((chord) => (
              <span key={chord}>
                <Keys chord={chord} />
                <span className="hidden-text">{chord}</span>
              </span>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}
