import { type ComponentType, useEffect, useState } from "react";

/**
 * Return a part of the app that comes when it is first shown, or at once if it was fetched ahead. React's own way
 * (`lazy`) keeps what has come back for 300 ms, which a person who has pressed a key feels.
 */
export function later<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  Waiting?: ComponentType<Props>,
): ComponentType<Props> & { fetch: () => Promise<void> } {
  let loaded: ComponentType<Props> | null = null;
  const fetch = async () => {
    loaded ??= (await load()).default;
  };
  function Later(props: Props) {
    const [Part, setPart] = useState(() => loaded);
    useEffect(() => {
      let isGone = false;
      const show = () => {
        if (!isGone) setPart(() => loaded);
      };
      // What cannot be loaded breaks where it would stand, so that the boundary around it says so.
      const fail = (thrown: unknown) =>
        setPart(() => {
          throw thrown;
        });
      if (!loaded) void fetch().then(show, fail);
      return () => {
        isGone = true;
      };
    }, []);
    if (Part) return <Part {...props} />;
    return Waiting ? <Waiting {...props} /> : null;
  }
  return Object.assign(Later, { fetch });
}
