import { describe, expect, it } from "vitest";
import type { Command } from "@/lib/commands";
import { fitting } from "./match";

function command(label: string, more: Partial<Command> = {}): Command {
  return { id: label, label, group: "go", run: () => undefined, ...more };
}

const ALL = [
  command("Settings: API keys", { also: "token secret" }),
  command("New key", { group: "make" }),
  command("Settings: Look", { also: "theme dark" }),
  command("Go to Inbox"),
  command("Çalışma alanları"),
  command("Night bus, night birds", { group: "found" }),
];

function names(typed: string): string[] {
  return fitting(ALL, typed)
    .filter(({ group }) => group !== "found")
    .map(({ label }) => label);
}

describe("what the palette finds", () => {
  it("takes words in any order and by their beginnings", () => {
    expect(names("settings keys")).toEqual(["Settings: API keys"]);
    expect(names("keys sett")).toEqual(["Settings: API keys"]);
  });

  it("knows a thing by its other names", () => {
    expect(names("token")).toEqual(["Settings: API keys"]);
    expect(names("dark")).toEqual(["Settings: Look"]);
  });

  it("has what begins with the words first", () => {
    expect(names("key")).toEqual(["Settings: API keys", "New key"]);
    expect(names("new key")[0]).toBe("New key");
  });

  it("does not mind accents", () => {
    expect(names("calisma alan")).toEqual(["Çalışma alanları"]);
  });

  it("leaves what rooms found alone: they looked already", () => {
    expect(fitting(ALL, "owl").map(({ label }) => label)).toEqual(["Night bus, night birds"]);
  });
});
