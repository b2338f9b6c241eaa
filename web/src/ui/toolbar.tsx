import { Toolbar as Base } from "@base-ui/react/toolbar";
import type { ComponentProps, ReactNode } from "react";
import { IconButton } from "./icon-button";

interface ToolbarProps {
  label: string;
  className?: string | undefined;
  children: ReactNode;
}

/** A row of tools: one stop for Tab, arrow keys inside. */
export function Toolbar({ label, className, children }: ToolbarProps) {
  return (
    <Base.Root aria-label={label} className={className}>
      {children}
    </Base.Root>
  );
}

/** One tool. A pointer on it leaves the focus, and so the selection, where it was; a menu's opens by it. */
export function ToolButton({ onMouseDown, ...props }: ComponentProps<typeof IconButton>) {
  return (
    <Base.Button
      render={<IconButton {...props} onMouseDown={onMouseDown ?? ((event) => event.preventDefault())} />}
    />
  );
}
