/** A tool call as one reads it: `publish(project="magazine", entries=["a", "b"])`. */

const ONE_LINE = 72;

/** Return the tool that a call is for: a gateway's input names the outside tool and its server. */
export function calledName(name: string, input: Record<string, unknown>): string {
  const { serverName, toolName } = input;
  return typeof serverName === "string" && typeof toolName === "string"
    ? `${toolName} (${serverName})`
    : name;
}

/** Return the call with its exact input; what does not fit on a line stands one value per line. */
export function spellCall(name: string, input: Record<string, unknown>): string {
  const called = calledName(name, input);
  if (called !== name) return spellCall(called, (input.arguments ?? {}) as Record<string, unknown>);
  const parts = Object.entries(input).map(([key, value]) => `${key}=${JSON.stringify(value)}`);
  const line = `${name}(${parts.join(", ")})`;
  if (line.length <= ONE_LINE) return line;
  return `${name}(\n${parts.map((part) => `  ${part}`).join(",\n")})`;
}

/** Return what a person typed as an input, or null when it is not an object in JSON. */
export function readInput(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
