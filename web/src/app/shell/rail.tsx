import { ChevronDown, PanelLeftClose, PanelLeftOpen, Search } from "lucide-react";
import { useTranslation } from "react-i18next";
import { setSide, useSide } from "@/lib/frame";
import { useProject, useSession } from "@/lib/session";
import { Icon } from "@/ui/icon";
import { IconButton } from "@/ui/icon-button";
import { Keys } from "@/ui/keys";
import { LazyMenu } from "@/ui/lazy-menu";
import { openPalette } from "../commands/state";
import { screensFor } from "../screens";
import styles from "./rail.module.css";
import { RailLink } from "./rail-link";

/** The navigation at the left: project, search, screens, person. */
export function Rail() {
  const { t } = useTranslation();
  const isOpen = useSide("railOpen");
  const { permissions } = useSession();
  const screens = screensFor(permissions);
  const list = (section: "work" | "studio") => (
    <ul className={styles.list}>
      {screens
        .filter((screen) => screen.section === section)
        .map((screen) => (
          <li key={screen.id}>
            <RailLink screen={screen} isWide={isOpen} />
          </li>
        ))}
    </ul>
  );
  return (
    <nav className={styles.rail} aria-label={t("frame.main")} data-shut={isOpen ? undefined : ""}>
      <ProjectSwitch />
      <button type="button" className={styles.find} aria-label={t("frame.goOrRun")} onClick={openPalette}>
        <Icon of={Search} />
        <span className={styles.label}>{t("frame.goOrRun")}</span>
        <span className={styles.label}>
          <Keys chord="Mod+K" />
        </span>
      </button>
      {list("work")}
      <hr className={styles.rule} />
      {list("studio")}
      <div className={styles.me}>
        <Person />
        <IconButton
          small
          icon={isOpen ? PanelLeftClose : PanelLeftOpen}
          name={isOpen ? t("frame.collapseRail") : t("frame.expandRail")}
          keys="Mod+B"
          side="right"
          onClick={() => setSide("railOpen", !isOpen)}
        />
      </div>
    </nav>
  );
}

const loadProjects = () => import("./project-menu");
const loadPerson = () => import("./person-menu");

function ProjectSwitch() {
  const { t, i18n } = useTranslation();
  const { workspace } = useSession();
  const project = useProject();
  const name = project?.name ?? workspace.name;
  const trigger = (
    <button
      type="button"
      className={styles.switch}
      aria-label={t(project ? "frame.project" : "frame.workspace", { name })}
    >
      <span className={styles.mark} data-letter={letterOf(name, i18n.language)} />
      <span className={styles.name}>{name}</span>
      <span className={styles.label}>
        <Icon of={ChevronDown} tone="muted" />
      </span>
    </button>
  );
  return <LazyMenu trigger={trigger} load={loadProjects} />;
}

function Person() {
  const { t, i18n } = useTranslation();
  const { person } = useSession();
  const trigger = (
    <button type="button" className={styles.person} aria-label={t("frame.you", { name: person.name })}>
      <span className={styles.avatar} data-letter={letterOf(person.name, i18n.language)} />
      <span className={styles.name}>{person.name}</span>
    </button>
  );
  return <LazyMenu trigger={trigger} load={loadPerson} />;
}

/** Return the sign of a name: its first letter, or whatever stands first, whole. */
function letterOf(name: string, language: string): string {
  return ([...name][0] ?? "").toLocaleUpperCase(language);
}
