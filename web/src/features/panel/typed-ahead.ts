/** Messages typed ahead, on their way between this browser and the studio. */

/** Until they are there, none can be taken back there. */
const underway = new Map<string, Promise<void>>();

/** What a person does not want answered; the studio may not know it yet. */
const takenBack = new Set<string>();

/** Wait until a message has been delivered. */
export async function delivered(id: string, delivery: Promise<void>): Promise<void> {
  underway.set(id, delivery);
  await delivery.finally(() => underway.delete(id));
}

/** Return whether a message that waits is still to be answered. */
export function isWanted({ id }: { id: string }): boolean {
  return !takenBack.has(id);
}

/** Take a message back as soon as the studio has it; until then it is not shown. */
export async function takingBack(id: string, remove: () => Promise<unknown>): Promise<void> {
  takenBack.add(id);
  await underway.get(id);
  await remove().catch(() => null);
  takenBack.delete(id);
}
