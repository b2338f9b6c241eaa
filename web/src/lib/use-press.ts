/** A press that sets something off: the next one counts when that has ended, so that nothing is done twice. */
import { type MouseEvent, useRef, useState } from "react";

export type Press = (event: MouseEvent<HTMLButtonElement>) => unknown;

/** Return what to do at a press, and whether what the last one set off is still under way. */
export function usePress(act: Press | undefined): {
  press: (event: MouseEvent<HTMLButtonElement>) => void;
  isPending: boolean;
} {
  const [isPending, setPending] = useState(false);
  const isUnderWay = useRef(false); // known at once, also to a press that comes before the next painting
  const follow = async (doing: Promise<unknown>) => {
    isUnderWay.current = true;
    setPending(true);
    try {
      await doing;
    } finally {
      isUnderWay.current = false;
      setPending(false);
    }
  };
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (isUnderWay.current) return;
    const done = act?.(event);
    if (done instanceof Promise) void follow(done);
  };
  return { press, isPending };
}
