import { describe, expect, it } from "vitest";
import type { ToolInfo } from "@/api/schema";
import { groupTools, hasTool, stateOf, toolsByPower, wayOf, withGroup, withTool } from "./model";

const tool = (name: string, group: string): ToolInfo => ({
  name,
  group,
  description: name,
  effect: "read",
  policy: "auto",
  isBaseline: group === "baseline",
});
const save = tool("save_content", "content");
const read = tool("read_content", "content");
const clock = tool("clock", "baseline");
const [, content = { name: "", isBaseline: false, tools: [] }] = groupTools([clock, save, read]);

describe("an agent's tools", () => {
  it("come from groups, by name, or with every agent, unless they are denied", () => {
    expect(hasTool({ toolGroups: ["content"] }, save)).toBe(true);
    expect(hasTool({ customTools: ["save_content"] }, save)).toBe(true);
    expect(hasTool({}, save)).toBe(false);
    expect(hasTool({}, clock)).toBe(true);
    expect(hasTool({ toolGroups: ["content"], deniedTools: ["save_content"] }, save)).toBe(false);
  });

  it("are taken one by one without losing the group", () => {
    const less = withTool({ toolGroups: ["content"] }, save, false);
    expect(less.deniedTools).toEqual(["save_content"]);
    expect(hasTool(less, read)).toBe(true);
    expect(withTool(less, save, true).deniedTools).toEqual([]);
  });

  it("stand once, by the weightiest thing they can do", () => {
    const send = { ...tool("send", "web"), effect: "external" as const };
    const drop = { ...tool("drop", "content"), effect: "write" as const, policy: "always_ask" as const };
    const all = [clock, read, send, drop];
    expect(toolsByPower({ toolGroups: ["content", "web"] }, all)).toEqual([
      { power: "ask", names: ["drop"] },
      { power: "external", names: ["send"] },
      { power: "read", names: ["clock", "read_content"] },
    ]);
  });

  it("are given one by one without the group", () => {
    expect(withTool({}, save, true).customTools).toEqual(["save_content"]);
  });

  it("are given and taken as a group, which forgets exceptions", () => {
    const config = { toolGroups: ["media"], customTools: ["save_content"], deniedTools: ["read_content"] };
    expect(withGroup(config, content, true)).toEqual({
      toolGroups: ["media", "content"],
      customTools: [],
      deniedTools: [],
    });
    expect(withGroup({ toolGroups: ["content"] }, content, false).toolGroups).toEqual([]);
  });
});

it("tells how far a memory is: new, distilled, replayed, applied", () => {
  expect(wayOf("active", null)).toEqual({ way: "kept", ticks: 4, tone: null });
  expect(wayOf("active", "applied").ticks).toBe(4);
  expect(wayOf("active", "reviewed")).toEqual({ way: "replaying", ticks: 2, tone: "waiting" });
  expect(wayOf("active", "open").tone).toBe("failed");
  expect(wayOf("proposed", "applied").way).toBe("proposed");
});

it("says of an agent first what a person has to care about", () => {
  const on = { slug: "editor", enabled: true };
  const running = { agent: "editor", status: "running" } as const;
  const waiting = { agent: "editor", status: "waiting_human" } as const;
  const paused = [{ agent: "editor", status: "paused" }];
  expect(stateOf(on, [{ ...running, agent: "writer" }], [])).toBeNull();
  expect(stateOf(on, [running, running], paused)).toMatchObject({ state: "runs", count: 2 });
  expect(stateOf(on, [running, waiting], [])).toMatchObject({ state: "waits", count: 1 });
  expect(stateOf(on, [], paused)).toMatchObject({ state: "paused" });
  expect(stateOf({ ...on, enabled: false }, [waiting], [])).toMatchObject({ state: "off" });
});
