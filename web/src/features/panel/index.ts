/** The agent panel as the frame uses it. */
export { Panel } from "./components/panel";
export { PanelPage } from "./page";
export { isRunning, type ThreadState, useThread } from "./store";
