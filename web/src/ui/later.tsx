import { type ComponentType, useEffect, useState, useSyncExternalStore } from "react";
import { arrive } from "@/lib/arrive";

/**
 * Return a part of the app that comes when it is first shown, or at once if it was fetched ahead. React's own way
 * (`lazy`) keeps what has come back for 300 ms, which a person who has pressed a key feels.
 */
export function later<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  Waiting?: ComponentType<Props>,
): ComponentType<Props> & { fetch: () => Promise<void> } {
  let loaded: ComponentType<Props> | null = null;
  const shown = new Set<() => void>();
  let coming: Promise<void> | null = null;
  const bring = async () => {
    loaded = (await arrive(load)).default;
    for (const show of shown) show();
  };
  const fetch = async () => {
    if (loaded) return;
    coming ??= bring().finally(() => {
      coming = null;
    });
    await coming;
  };
  const listen = (show: () => void) => {
    shown.add(show);
    return () => shown.delete(show);
  };
  function Later(props: Props) {
    // React looks once more when it listens: what comes between drawing and listening is not missed.
    const Part = useSyncExternalStore(listen, () => loaded);
    const [, fail] = useState(null);
    useEffect(() => {
      // What cannot be loaded breaks where it would stand, so that the boundary around it says so.
      void fetch().catch((thrown: unknown) =>
        fail(() => {
          throw thrown;
        }),
      );
    }, []);
    if (Part) return <Part {...props} />;
    return Waiting ? <Waiting {...props} /> : null;
  }
  return Object.assign(Later, { fetch });
}
