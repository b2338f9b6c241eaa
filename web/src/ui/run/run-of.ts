import { createContext } from "react";

/** The run whose lines are shown; empty where that is not known. */
export const RunOf = createContext("");
