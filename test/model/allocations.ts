import type { Allocation, Movement, Part } from './oracle.ts';
import type { Real } from './real.ts';

/** Sorts pieces by age of variant and warehouse, oldest first: the order in which a line takes them. */
export const inPickOrder = (real: Real, pieces: readonly Allocation[]): Allocation[] =>
  pieces.toSorted(
    (a, b) =>
      real.variants.id(a.variant) - real.variants.id(b.variant) ||
      real.warehouses.id(a.warehouse) - real.warehouses.id(b.warehouse),
  );

/** The first list minus the second. */
export function subtract(pieces: readonly Allocation[], removed: readonly Allocation[]): Allocation[] {
  return pieces
    .map((allocation) => ({ ...allocation, qty: allocation.qty - qtyAt(removed, allocation) }))
    .filter(({ qty }) => qty > 0);
}

/** The sum of both, one entry per variant and warehouse. */
export function merge(pieces: readonly Allocation[], more: readonly Allocation[]): Allocation[] {
  const raised = pieces.map((allocation) => ({ ...allocation, qty: allocation.qty + qtyAt(more, allocation) }));
  const added = more.filter((allocation) => !pieces.some((existing) => isSameLocation(existing, allocation)));
  return added.reduce<Allocation[]>((sum, allocation) => {
    const existing = sum.find((other) => isSameLocation(other, allocation));
    if (existing) existing.qty += allocation.qty;
    else sum.push({ ...allocation });
    return sum;
  }, raised);
}

/** The first pieces that suffice for this number of units of these parts. */
export function firstUnits(pieces: readonly Allocation[], components: readonly Part[], qty: number): Allocation[] {
  return components.flatMap((part) => {
    let missing = part.qty * qty;
    return pieces
      .filter(({ variant }) => variant === part.variant)
      .map((allocation) => {
        const taken = Math.min(allocation.qty, missing);
        missing -= taken;
        return { ...allocation, qty: taken };
      })
      .filter((allocation) => allocation.qty > 0);
  });
}

/** The number of whole units of these parts in the pieces. */
export const wholeUnits = (pieces: readonly Allocation[], components: readonly Part[]): number =>
  Math.min(
    ...components.map((part) => {
      const all = pieces.filter(({ variant }) => variant === part.variant);
      return Math.floor(all.reduce((sum, { qty }) => sum + qty, 0) / part.qty);
    }),
  );

/** One movement per variant and warehouse, without empty ones. */
export function netMovements(movements: readonly Movement[]): Movement[] {
  const byLocation = new Map<string, Required<Movement>>();
  for (const { variant, warehouse, onHand = 0, reserved = 0 } of movements) {
    const key = `${variant} ${warehouse}`;
    const existing = byLocation.get(key) ?? { variant, warehouse, onHand: 0, reserved: 0 };
    byLocation.set(key, { ...existing, onHand: existing.onHand + onHand, reserved: existing.reserved + reserved });
  }
  return [...byLocation.values()].filter(({ onHand, reserved }) => onHand !== 0 || reserved !== 0);
}

export const reservation = ({ variant, warehouse, qty }: Allocation): Movement => ({
  variant,
  warehouse,
  reserved: qty,
});

export const release = ({ variant, warehouse, qty }: Allocation): Movement => ({ variant, warehouse, reserved: -qty });

const isSameLocation = (a: Allocation, b: Allocation): boolean =>
  a.variant === b.variant && a.warehouse === b.warehouse;

const qtyAt = (pieces: readonly Allocation[], location: Allocation): number =>
  pieces.filter((allocation) => isSameLocation(allocation, location)).reduce((sum, { qty }) => sum + qty, 0);
