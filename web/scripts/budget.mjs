// Weighs the first load: what a browser fetches before the inbox can be used. Fails above the budget.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";

const BUDGET_KB = 250;
const OUT = join(import.meta.dirname, "../../src/proofroom/ui");
const FIRST_SCREEN = "src/features/inbox/screen.tsx";
const FIRST_FONT = /ibm-plex-sans-latin-wght/;

const manifest = JSON.parse(readFileSync(join(OUT, ".vite/manifest.json"), "utf8"));
const files = new Set(["index.html", "theme.js"]);

function take(name) {
  const chunk = manifest[name];
  if (files.has(chunk.file)) return;
  files.add(chunk.file);
  for (const css of chunk.css ?? []) files.add(css);
  for (const imported of chunk.imports ?? []) take(imported);
}

take("index.html");
take(FIRST_SCREEN);
for (const chunk of Object.values(manifest)) if (FIRST_FONT.test(chunk.file)) files.add(chunk.file);

let gzip = 0;
let brotli = 0;
for (const file of files) {
  const content = readFileSync(join(OUT, file));
  const isPacked = file.endsWith(".woff2");
  gzip += isPacked ? content.length : gzipSync(content, { level: 9 }).length;
  brotli += isPacked ? content.length : brotliCompressSync(content).length;
}

const kb = (bytes) => (bytes / 1000).toFixed(1);
console.log(
  `first load: ${files.size} files, ${kb(gzip)} kB gzip, ${kb(brotli)} kB brotli (budget ${BUDGET_KB} kB)`,
);
if (brotli > BUDGET_KB * 1000) {
  console.error("The first load is over its budget. Load what it does not need later.");
  process.exit(1);
}
