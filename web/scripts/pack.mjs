// Writes a Brotli and a gzip copy beside every text file, so that the studio need not compress while it serves.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";

const OUT = join(import.meta.dirname, "../../src/proofroom/ui");
const TEXT = /\.(js|css|html|svg)$/;
const WORTH_BYTES = 1000;

for (const entry of readdirSync(OUT, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !TEXT.test(entry.name)) continue;
  const path = join(entry.parentPath, entry.name);
  const content = readFileSync(path);
  if (content.length < WORTH_BYTES) continue;
  writeFileSync(`${path}.br`, brotliCompressSync(content));
  writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
}
