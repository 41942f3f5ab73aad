/** What gives a place back. */
type Leave = () => void;

/**
 * Hands out so many places. Nobody has more of them than are free: one who wants all gets half, a second one half of the
 * rest, and there is one left for whoever comes next.
 */
export function places(many: number) {
  const held = new Map<string, number>();
  let free = many;
  const giveBack = (holder: string) => {
    const left = (held.get(holder) ?? 0) - 1;
    if (left > 0) held.set(holder, left);
    else held.delete(holder);
  };
  return {
    /** A place, or undefined. A holder who is undefined may have them all. */
    take: (holder: string | undefined): Leave | undefined => {
      const mine = holder === undefined ? 0 : (held.get(holder) ?? 0);
      if (mine >= free) return undefined;
      free -= 1;
      if (holder !== undefined) held.set(holder, mine + 1);
      return () => {
        free += 1;
        if (holder !== undefined) giveBack(holder);
      };
    },
  };
}
