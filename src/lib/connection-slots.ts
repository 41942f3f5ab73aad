type Release = () => void;

/**
 * Limits the number of connections. A client may take a slot only while it has fewer than are free: the first client gets
 * at most half, the second half of the rest, so that some are always free for others.
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
