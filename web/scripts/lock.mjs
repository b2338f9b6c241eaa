// Takes addresses out of package-lock.json: npm writes sponsors' pages into it, and some registries their own.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const PATH = join(import.meta.dirname, "../package-lock.json");
const lock = JSON.parse(readFileSync(PATH, "utf8"));
for (const entry of Object.values(lock.packages)) {
  delete entry.funding;
  delete entry.resolved;
}
writeFileSync(PATH, `${JSON.stringify(lock, null, 2)}\n`);
