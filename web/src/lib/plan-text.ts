/** Return the plan of an article without its marks: what each part says, and the numbers of its sources. */
export function planText(skeleton: string): string {
  return skeleton
    .replace(/^# .*\n+/, "")
    .replace(/\[(?:IMAGE:[^\]]*|Write hook here)\]\n*/gi, "")
    .replace(/\[PLACEHOLDER:\s*([\s\S]*?)\]/g, "$1")
    .replace(/\{\{ref:(\d+)\}\}/g, "$1");
}
