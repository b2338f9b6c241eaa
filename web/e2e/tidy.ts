/** Removes what the workers of this run have prepared. */
import { rmSync } from "node:fs";
import { shelf } from "./prepared";

export default function tidy(): void {
  rmSync(shelf(process.pid), { recursive: true, force: true });
}
