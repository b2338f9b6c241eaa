import { describe, expect, it } from "vitest";
import { checkOf } from "./checks";

describe("checkOf", () => {
  it("puts what was written where the kind of check looks for it", () => {
    expect(checkOf("called", " saveEntity ")).toEqual({ kind: "called", tool: "saveEntity" });
    expect(checkOf("order", "search, saveEntity")).toEqual({
      kind: "order",
      tools: ["search", "saveEntity"],
    });
    expect(checkOf("max_steps", "4")).toEqual({ kind: "max_steps", limit: 4 });
    expect(checkOf("output_lacks", "sorry")).toEqual({ kind: "output_lacks", pattern: "sorry" });
    expect(checkOf("no_error", "")).toEqual({ kind: "no_error" });
  });

  it("compares a place in the answer with a value of its kind", () => {
    expect(checkOf("json_path_equals", "items.0.n", "3")).toMatchObject({ path: "items.0.n", value: 3 });
    expect(checkOf("json_path_equals", "name", "Bonn")).toMatchObject({ value: "Bonn" });
  });
});
