type Release = () => void;

/**
 * Hands out a fixed number of connection slots. A holder may take a slot only while it holds fewer than are free: one
 * alone gets half, a second one half of the rest, and some are always left for others.
 */
export function connectionSlots(count: number) {
  const held = new Map<string, number>();
  let free = count;
  const releaseFor = (holder: string) => {
    const left = (held.get(holder) ?? 0) - 1;
    if (left > 0) held.set(holder, left);
    else held.delete(holder);
  };
  return {
    /** Takes a slot; undefined if the holder may not have another one. A holder of undefined has no limit of its own. */
    take: (holder: string | undefined): Release | undefined => {
      const own = holder === undefined ? 0 : (held.get(holder) ?? 0);
      if (own >= free) return undefined;
      free -= 1;
      if (holder !== undefined) held.set(holder, own + 1);
      return () => {
        free += 1;
        if (holder !== undefined) releaseFor(holder);
      };
    },
  };
}
