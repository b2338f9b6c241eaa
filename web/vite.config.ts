import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

const studio = process.env.PROOFROOM_URL ?? "http://127.0.0.1:4477";

/** What is asked for together comes as one file: all of the first load, every icon, what the palette offers. */
const FILES = [
  { name: "first", tags: ["$initial" as const] },
  { name: "icons", test: /lucide-react/ },
  { name: "offers", test: /\/offers\.tsx?$/ },
];

export default defineConfig({
  plugins: [react()],
  resolve: { alias: { "@": fileURLToPath(new URL("./src", import.meta.url)) } },
  server: { proxy: { "/api": studio } },
  build: {
    outDir: "../src/proofroom/ui",
    emptyOutDir: true,
    manifest: true,
    target: "baseline-widely-available",
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    rolldownOptions: { output: { codeSplitting: { groups: FILES, includeDependenciesRecursively: false } } },
  },
  test: {
    include: ["src/**/*.test.{ts,tsx}", "tests/**/*.test.ts"],
    environment: "node",
    // A worker goes on with the modules it has: to load them anew for every file was more work than all tests.
    pool: "threads",
    isolate: false,
    // Against what hangs: what is slow on a busy machine is not wrong.
    testTimeout: 300_000,
  },
});
