/** An agent's tools as a matrix: decisions on plain data. */
import type { AgentConfig, ChartEntry, FeedbackInfo, MemoryInfo, RunInfo, ToolInfo } from "@/api/schema";
import type { StateTone } from "@/ui/state-word";

/** What an agent works on, in words. */
export const SCOPES = {
  content: "agents.scopeContent",
  site: "agents.scopeSite",
  articles: "agents.scopeArticles",
  workspace: "agents.scopeWorkspace",
  workflows: "agents.scopeWorkflows",
} as const;

export interface ToolGroup {
  name: string;
  /** True when every agent has it and it cannot be taken away as a whole. */
  isBaseline: boolean;
  tools: ToolInfo[];
}

/** Return the tools by group, in the order of the list. */
export function groupTools(tools: readonly ToolInfo[]): ToolGroup[] {
  const groups = new Map<string, ToolGroup>();
  for (const tool of tools) {
    const group = groups.get(tool.group) ?? { name: tool.group, isBaseline: tool.isBaseline, tools: [] };
    groups.set(tool.group, { ...group, tools: [...group.tools, tool] });
  }
  return [...groups.values()];
}

/** Tell whether an agent with this configuration is given a tool. */
export function hasTool(config: AgentConfig, tool: ToolInfo): boolean {
  const { toolGroups = [], customTools = [], deniedTools = [] } = config;
  if (deniedTools.includes(tool.name)) return false;
  return tool.isBaseline || toolGroups.includes(tool.group) || customTools.includes(tool.name);
}

/** Return the configuration in which a tool is given or taken away, changing nothing else. */
export function withTool(config: AgentConfig, tool: ToolInfo, isGiven: boolean): AgentConfig {
  const { toolGroups = [], customTools = [], deniedTools = [] } = config;
  const without = (names: readonly string[]) => names.filter((name) => name !== tool.name);
  const fromGroup = tool.isBaseline || toolGroups.includes(tool.group);
  return {
    ...config,
    customTools: isGiven && !fromGroup ? [...without(customTools), tool.name] : without(customTools),
    deniedTools: !isGiven && fromGroup ? [...without(deniedTools), tool.name] : without(deniedTools),
  };
}

/** Return the configuration in which a whole group is given or taken away, its tools' own words with it. */
export function withGroup(config: AgentConfig, group: ToolGroup, isGiven: boolean): AgentConfig {
  const names = new Set(group.tools.map(({ name }) => name));
  const { toolGroups = [], customTools = [], deniedTools = [] } = config;
  const others = toolGroups.filter((name) => name !== group.name);
  return {
    ...config,
    toolGroups: isGiven ? [...others, group.name] : others,
    customTools: customTools.filter((name) => !names.has(name)),
    deniedTools: deniedTools.filter((name) => !names.has(name)),
  };
}

/** What a tool can do, as far as a person has to care: asks first, reaches outside, writes, or only looks. */
export type Power = "ask" | "external" | "write" | "read";

const POWERS = ["ask", "external", "write", "read"] as const;

/** Return the tools an agent is given by what they can do, the weightiest first; a tool stands once. */
export function toolsByPower(
  config: AgentConfig,
  tools: readonly ToolInfo[],
): { power: Power; names: string[] }[] {
  const powerOf = ({ policy, effect }: ToolInfo): Power => (policy === "always_ask" ? "ask" : effect);
  const given = tools.filter((tool) => hasTool(config, tool));
  return POWERS.map((power) => ({
    power,
    names: given.filter((tool) => powerOf(tool) === power).map(({ name }) => name),
  })).filter(({ names }) => names.length > 0);
}

export type Way = "applied" | "kept" | "replaying" | "proposed" | "off" | "superseded";

/** Return how far a memory is on its way from a word to every prompt, and the tone where that is news. */
export function wayOf(
  status: MemoryInfo["status"],
  word: FeedbackInfo["status"] | null,
): { way: Way; ticks: number; tone: StateTone | null } {
  if (status === "proposed") return { way: "proposed", ticks: 2, tone: "waiting" };
  if (status === "superseded") return { way: "superseded", ticks: 2, tone: "stopped" };
  if (status === "disabled") return { way: "off", ticks: 2, tone: "stopped" };
  if (word === null) return { way: "kept", ticks: 4, tone: null };
  if (word === "applied") return { way: "applied", ticks: 4, tone: null };
  // In use, but no replay has shown yet that it helps, or a later one failed.
  return { way: "replaying", ticks: word === "open" ? 1 : 2, tone: word === "open" ? "failed" : "waiting" };
}

export interface AtWork {
  state: "off" | "waits" | "runs" | "paused";
  tone: StateTone;
  count: number;
}

/** Return what an agent is at, where that is news: the first thing that a person has to care about. */
export function stateOf(
  { slug, enabled }: Pick<ChartEntry, "slug" | "enabled">,
  going: readonly Pick<RunInfo, "agent" | "status">[],
  beats: readonly { agent: string; status: string }[],
): AtWork | null {
  if (!enabled) return { state: "off", tone: "stopped", count: 0 };
  const own = going.filter(({ agent }) => agent === slug);
  const waiting = own.filter(({ status }) => status === "waiting_human").length;
  if (waiting > 0) return { state: "waits", tone: "finding", count: waiting };
  const running = own.length - waiting;
  if (running > 0) return { state: "runs", tone: "running", count: running };
  const isPaused = beats.some(({ agent, status }) => agent === slug && status === "paused");
  return isPaused ? { state: "paused", tone: "paused", count: 0 } : null;
}
