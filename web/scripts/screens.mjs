// Takes one picture per address and theme into .cache/screens/: `npm run screens`. It runs the tests' own tour.
import { spawnSync } from "node:child_process";
import { join } from "node:path";

const WEB = join(import.meta.dirname, "..");
const done = spawnSync(
  process.execPath,
  [join(WEB, "node_modules/@playwright/test/cli.js"), "test", "screens"],
  {
    cwd: WEB,
    stdio: "inherit",
    env: { ...process.env, PROOFROOM_SCREENS: join(WEB, "../.cache/screens") },
  },
);
process.exit(done.status ?? 1);
