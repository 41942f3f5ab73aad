import type { Allocation, Movement, Part } from './oracle.ts';
import type { Real } from './real.ts';

/** By variant and warehouse, older ones first: the order in which a line takes pieces. */
export const inOrder = (real: Real, pieces: readonly Allocation[]): Allocation[] =>
  pieces.toSorted(
    (one, other) =>
      real.variants.id(one.variant) - real.variants.id(other.variant) ||
      real.warehouses.id(one.warehouse) - real.warehouses.id(other.warehouse),
  );

/** The first list minus the second. */
export function minus(pieces: readonly Allocation[], gone: readonly Allocation[]): Allocation[] {
  return pieces.map((one) => ({ ...one, qty: one.qty - countAt(gone, one) })).filter(({ qty }) => qty > 0);
}

/** The sum of both, one entry per variant and warehouse. */
export function plus(pieces: readonly Allocation[], more: readonly Allocation[]): Allocation[] {
  const raised = pieces.map((one) => ({ ...one, qty: one.qty + countAt(more, one) }));
  const fresh = more.filter((one) => !pieces.some((known) => isAt(known, one)));
  return fresh.reduce<Allocation[]>((sum, one) => {
    const known = sum.find((other) => isAt(other, one));
    if (known) known.qty += one.qty;
    else sum.push({ ...one });
    return sum;
  }, raised);
}

/** The first pieces that make this number of units of these parts. */
export function firstOf(pieces: readonly Allocation[], takes: readonly Part[], qty: number): Allocation[] {
  return takes.flatMap((part) => {
    let missing = part.qty * qty;
    return pieces
      .filter(({ variant }) => variant === part.variant)
      .map((one) => {
        const taken = Math.min(one.qty, missing);
        missing -= taken;
        return { ...one, qty: taken };
      })
      .filter((one) => one.qty > 0);
  });
}

/** The number of whole units of these parts in the pieces. */
export const wholeUnits = (pieces: readonly Allocation[], takes: readonly Part[]): number =>
  Math.min(
    ...takes.map((part) => {
      const all = pieces.filter(({ variant }) => variant === part.variant);
      return Math.floor(all.reduce((sum, { qty }) => sum + qty, 0) / part.qty);
    }),
  );

/** One movement per variant and warehouse, without empty ones. */
export function net(movements: readonly Movement[]): Movement[] {
  const places = new Map<string, Required<Movement>>();
  for (const { variant, warehouse, onHand = 0, reserved = 0 } of movements) {
    const key = `${variant} ${warehouse}`;
    const known = places.get(key) ?? { variant, warehouse, onHand: 0, reserved: 0 };
    places.set(key, { ...known, onHand: known.onHand + onHand, reserved: known.reserved + reserved });
  }
  return [...places.values()].filter(({ onHand, reserved }) => onHand !== 0 || reserved !== 0);
}

export const reserving = ({ variant, warehouse, qty }: Allocation): Movement => ({ variant, warehouse, reserved: qty });

export const releasing = ({ variant, warehouse, qty }: Allocation): Movement => ({
  variant,
  warehouse,
  reserved: -qty,
});

const isAt = (one: Allocation, other: Allocation): boolean =>
  one.variant === other.variant && one.warehouse === other.warehouse;

const countAt = (pieces: readonly Allocation[], place: Allocation): number =>
  pieces.filter((one) => isAt(one, place)).reduce((sum, { qty }) => sum + qty, 0);
