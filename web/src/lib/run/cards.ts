/** What features show for the calls of their own tools, by the tool's name. */
import type { ComponentType } from "react";
import type { ToolItem } from "./view";

export type ToolCards = Readonly<Record<string, ComponentType<{ tool: ToolItem }>>>;
