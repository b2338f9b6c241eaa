import { describe, expect, it } from "vitest";
import type { Command } from "@/lib/commands";
import { findCommand, runOnce } from "./keys";

function command(id: string, keys: string[], always = false): Command {
  return { id, label: id, group: "do", keys, always, run: () => undefined };
}

const ALL = [command("inbox", ["g i"]), command("panel", ["Mod+J"], true), command("help", ["?"])];

describe("finding a command by its chord", () => {
  it("finds single keys and chords of two", () => {
    expect(findCommand(ALL, "?", false).command?.id).toBe("help");
    expect(findCommand(ALL, "g i", false).command?.id).toBe("inbox");
  });

  it("waits after the first key of a chord", () => {
    expect(findCommand(ALL, "g", false)).toEqual({ command: null, isBegun: true });
  });

  it("leaves plain keys alone while text is typed, but not the main modifier", () => {
    expect(findCommand(ALL, "?", true).command).toBeNull();
    expect(findCommand(ALL, "Mod+j", true).command?.id).toBe("panel");
  });

  it("lets the latest offer of a chord win", () => {
    expect(findCommand([...ALL, command("other", ["?"])], "?", false).command?.id).toBe("other");
  });
});

describe("running a command", () => {
  it("does nothing twice at once, and does it again afterwards", async () => {
    const ends: (() => void)[] = [];
    const merge = command("merge", ["Mod+Enter"]);
    merge.run = () => new Promise<void>((resolve) => ends.push(resolve));
    runOnce(merge);
    runOnce(merge);
    expect(ends).toHaveLength(1);
    ends[0]?.();
    await new Promise((resolve) => setTimeout(resolve));
    runOnce(merge);
    expect(ends).toHaveLength(2);
  });
});
