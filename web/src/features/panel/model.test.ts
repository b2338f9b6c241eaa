import { expect, it } from "vitest";
import type { AgentInfo } from "@/api/schema";
import { pickAgent, scopeAt } from "./model";

const agent = (slug: string, scope: AgentInfo["scope"]) => ({ slug, scope, enabled: true }) as AgentInfo;
const AGENTS = [
  agent("analyst", "workspace"),
  agent("assistant", "workspace"),
  agent("designer", "site"),
  agent("editor", "content"),
  agent("writer", "articles"),
];

it.each([
  ["records", true, "assistant"],
  ["agents", true, "assistant"],
  ["content", true, "editor"],
  ["inbox", true, "editor"],
  ["site", true, "designer"],
  ["articles", true, "writer"],
  ["content", false, "assistant"],
])("on %s (in a project: %s) one talks to %s", (screen, isInProject, slug) => {
  expect(pickAgent(AGENTS, null, scopeAt(screen, isInProject))?.slug).toBe(slug);
});
