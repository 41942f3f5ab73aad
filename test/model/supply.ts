import type { Allocation, Oracle, Part } from './oracle.ts';

/**
 * The warehouses that supply the lines by docs/decisions.md#warehouse-choice, or undefined if they cannot all be
 * supplied. Moves nothing.
 * @param freed reserved pieces that count as available
 */
export function supply(
  oracle: Oracle,
  lines: readonly { components: Part[]; qty: number }[],
  freed: readonly Allocation[] = [],
): Allocation[][] | undefined {
  const taken: Allocation[] = freed.map((pieces) => ({ ...pieces, qty: -pieces.qty }));
  const left = (variant: string, warehouse: string): number => {
    const { onHand, reserved } = oracle.level(variant, warehouse);
    const allocated = taken.filter(
      (allocation) => allocation.variant === variant && allocation.warehouse === warehouse,
    );
    return onHand - reserved - allocated.reduce((sum, { qty }) => sum + qty, 0);
  };
  const places: Allocation[][] = [];
  for (const { components, qty } of lines) {
    if (components.length === 0 || components.some(({ variant }) => !oracle.hasOwnStock(variant))) return undefined;
    const needs = components.map((part) => ({ variant: part.variant, qty: part.qty * qty }));
    if (needs.some((need) => !isEnough(oracle, need, left))) return undefined;
    const all = oracle.warehousesOf(needs[0]?.variant as string);
    const whole = all.find((warehouse) => needs.every((need) => left(need.variant, warehouse) >= need.qty));
    const pieces = needs.flatMap((need) => (whole ? [{ ...need, warehouse: whole }] : spread(need, all, left)));
    taken.push(...pieces);
    places.push(pieces);
  }
  return places;
}

type Left = (variant: string, warehouse: string) => number;

function isEnough(oracle: Oracle, { variant, qty }: Part, left: Left): boolean {
  if (oracle.allowsNegativeStock[oracle.variant(variant).store]) return true;
  return oracle.warehousesOf(variant).reduce((sum, warehouse) => sum + left(variant, warehouse), 0) >= qty;
}

function spread({ variant, qty }: Part, warehouses: readonly string[], left: Left): Allocation[] {
  const whole = warehouses.find((warehouse) => left(variant, warehouse) >= qty);
  if (whole) return [{ variant, warehouse: whole, qty }];
  const pieces = new Map<string, number>();
  let missing = qty;
  for (const warehouse of warehouses) {
    const some = Math.min(Math.max(left(variant, warehouse), 0), missing);
    if (some > 0) pieces.set(warehouse, some);
    missing -= some;
  }
  const [first = ''] = warehouses;
  if (missing > 0) pieces.set(first, (pieces.get(first) ?? 0) + missing);
  return [...pieces].map(([warehouse, qty]) => ({ variant, warehouse, qty }));
}
