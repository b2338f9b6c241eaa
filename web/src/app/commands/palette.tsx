import { Autocomplete } from "@base-ui/react/autocomplete";
import { Dialog } from "@base-ui/react/dialog";
import { Search } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { classes } from "@/lib/classes";
import { type Command, type CommandGroup, useCurrentCommands } from "@/lib/commands";
import floats from "@/ui/float.module.css";
import { Icon } from "@/ui/icon";
import { Keys } from "@/ui/keys";
import { useFound } from "./found";
import { fitOf, fitting } from "./match";
import { useOffers } from "./offers";
import styles from "./palette.module.css";
import { closeLayer } from "./state";

interface Group {
  value: CommandGroup;
  items: Command[];
}

const ORDER: CommandGroup[] = ["recent", "go", "do", "make", "look", "found"];

/** Return the commands by group, without those that only make sense as keys. */
export function groupCommands(commands: readonly Command[]): Group[] {
  return ORDER.map((value) => ({
    value,
    items: commands.filter((command) => command.group === value && !command.keyOnly),
  })).filter((group) => group.items.length > 0);
}

/** Return the groups with the best fit first; what rooms found comes after what the app knows by name. */
function byFit(groups: Group[], typed: string): Group[] {
  if (typed.trim() === "") return groups;
  const best = ({ items }: Group) => Math.max(...items.map((command) => fitOf(command, typed)));
  return groups.toSorted((one, two) => best(two) - best(one));
}

/** The command palette: type a few letters, press Enter. */
export default function Palette() {
  const { t } = useTranslation();
  const [query, setQuery] = useState("");
  const found = useFound(query);
  const commands = [...useCurrentCommands(), ...useOffers(), ...found.commands];
  const empty = found.isLooking ? "frame.paletteLooking" : "frame.paletteEmpty";
  const groups = byFit(groupCommands(fitting(commands, query)), query);
  const run = (command: Command) => {
    closeLayer();
    command.run();
  };
  return (
    <Dialog.Root open onOpenChange={(open) => (open ? undefined : closeLayer())}>
      <Dialog.Portal>
        <Dialog.Backdrop className={floats.veil} />
        <Dialog.Popup className={classes(floats.float, floats.dialog, styles.palette)}>
          <Dialog.Title className="hidden-text">{t("frame.palette")}</Dialog.Title>
          <Autocomplete.Root
            inline
            open
            items={groups}
            autoHighlight="always"
            keepHighlight
            // What does not fit is left out before it comes here.
            filter={null}
            itemToStringValue={({ label }: Command) => label}
            onValueChange={setQuery}
          >
            <div className={styles.field}>
              <Icon of={Search} tone="muted" />
              <Autocomplete.Input
                className={styles.input}
                aria-label={t("frame.paletteField")}
                placeholder={t("frame.paletteField")}
              />
            </div>
            <Autocomplete.Empty className={styles.empty}>
              {query ? <p className={styles.none}>{t(empty, { query })}</p> : null}
            </Autocomplete.Empty>
            <Autocomplete.List className={styles.list}>
              {(group: Group) => (
                <Autocomplete.Group key={group.value} items={group.items}>
                  <Autocomplete.GroupLabel className={floats.label}>
                    {t(GROUP_NAMES[group.value])}
                  </Autocomplete.GroupLabel>
                  <Autocomplete.Collection>
                    {(command: Command) => <Item key={command.id} command={command} onRun={run} />}
                  </Autocomplete.Collection>
                </Autocomplete.Group>
              )}
            </Autocomplete.List>
          </Autocomplete.Root>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

export const GROUP_NAMES = {
  recent: "frame.groupRecent",
  go: "frame.groupGo",
  do: "frame.groupDo",
  make: "frame.groupMake",
  look: "frame.groupLook",
  found: "frame.groupFound",
} as const;

function Item({ command, onRun }: { command: Command; onRun: (command: Command) => void }) {
  return (
    <Autocomplete.Item value={command} className={floats.item} onClick={() => onRun(command)}>
      {command.icon ? <Icon of={command.icon} /> : <span className={styles.space} />}
      <span className={floats.grow}>{command.label}</span>
      {command.keys?.[0] ? <Keys chord={command.keys[0]} /> : null}
    </Autocomplete.Item>
  );
}
