import {
  type ComponentType,
  cloneElement,
  type KeyboardEvent,
  type ReactElement,
  type RefObject,
  useRef,
  useState,
} from "react";

/** What a menu that loads on demand is given. */
export interface MenuContentProps {
  anchor: RefObject<HTMLElement | null>;
  onClose: () => void;
}

interface LazyMenuProps {
  trigger: ReactElement<Record<string, unknown>>;
  /** Fetches the menu's content; called when the pointer or the focus comes near. */
  load: () => Promise<{ default: ComponentType<MenuContentProps> }>;
}

/** A button whose menu is fetched when somebody is about to open it, so that the first page need not carry it. */
export function LazyMenu({ trigger, load }: LazyMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const [Content, setContent] = useState<ComponentType<MenuContentProps> | null>(null);
  const anchor = useRef<HTMLElement>(null);
  const fetchContent = () => {
    if (!Content) void load().then((module) => setContent(() => module.default));
  };
  const open = () => {
    setOpen(true);
    fetchContent();
  };
  const openByKey = (event: KeyboardEvent) => {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    open();
  };
  return (
    <>
      {cloneElement(trigger, {
        ref: anchor,
        "aria-haspopup": "menu",
        "aria-expanded": isOpen,
        onClick: open,
        onKeyDown: openByKey,
        onPointerEnter: fetchContent,
        onFocus: fetchContent,
      })}
      {isOpen && Content ? <Content anchor={anchor} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
