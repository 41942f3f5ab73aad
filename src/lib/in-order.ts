export type Compare = (a: number, b: number) => number;

/**
 * What is in order, after some of it has changed: without the items that are marked, and with `items` where they belong
 * now. That takes a millisecond where fifty thousand stay as they are.
 */
export function inOrderAgain(
  order: Uint32Array,
  { marked, items, compare }: { marked: Uint8Array; items: readonly number[]; compare: Compare },
): Uint32Array {
  const rest = unmarked(order, marked);
  const all = new Uint32Array(rest.length + items.length);
  let taken = 0;
  for (const [i, item] of items.toSorted(compare).entries()) {
    const place = placeIn(rest, (other) => compare(other, item), taken);
    all.set(rest.subarray(taken, place), taken + i);
    all[place + i] = item;
    taken = place;
  }
  all.set(rest.subarray(taken), taken + items.length);
  return all;
}

/** A loop of its own: `filter` takes ten times as long. */
function unmarked(order: Uint32Array, marked: Uint8Array): Uint32Array {
  const rest = new Uint32Array(order.length);
  let length = 0;
  for (let i = 0; i < order.length; i += 1) {
    const item = order[i] as number;
    if (marked[item] === 1) continue;
    rest[length] = item;
    length += 1;
  }
  return rest.subarray(0, length);
}

/**
 * Where the first stands that is not before what is sought, from `from` on.
 *
 * @param compare what another is to what is sought: below zero if before it
 */
export function placeIn(order: Uint32Array, compare: (other: number) => number, from = 0): number {
  let [low, high] = [from, order.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compare(order[middle] as number) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
