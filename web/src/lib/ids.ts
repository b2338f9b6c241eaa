/** Return a fresh UUIDv7, so that what the browser names sorts by time like everything else. */
export function newId(now = Date.now(), random = crypto.getRandomValues(new Uint8Array(10))): string {
  const time = now.toString(16).padStart(12, "0");
  const noise = Array.from(random, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const variant = ((Number.parseInt(noise.charAt(3), 16) & 0x3) | 0x8).toString(16);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${noise.slice(0, 3)}-${variant}${noise.slice(4, 7)}-${noise.slice(7, 19)}`;
}
