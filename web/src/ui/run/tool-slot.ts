/** The place below a call in a conversation where its feature shows what came of it; the app says by what. */
import { createContext } from "react";
import type { ToolCards } from "@/lib/run/cards";

export const ToolSlot = createContext<ToolCards>({});
