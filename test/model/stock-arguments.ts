import fc from 'fast-check';
import type { Id } from '../../src/lib/ids.ts';
import { pick, pickLikely } from './command.ts';
import type { Oracle } from './oracle.ts';
import type { Real } from './real.ts';

// Picks the arguments of stock commands from random numbers.

export const USER = 7 as Id;
export const anyIndex = fc.nat({ max: 1000 });
export const smallQty = fc.integer({ min: 1, max: 9 });

/** A live variant and a warehouse of the store that owns its stock. */
export function locationOf(model: Oracle, variant: number, warehouse: number) {
  const names = model.names(({ live }) => live);
  const name = pickLikely(names, variant, model.hasOwnStock);
  const { store } = model.variant(name);
  return { variant: name, store, warehouse: pick(model.warehouses[store] as string[], warehouse) };
}

export interface Location {
  variant: string;
  warehouse: string;
}

export const idsOf = (real: Real, { variant, warehouse }: Location) => ({
  variantId: real.variants.id(variant),
  warehouseId: real.warehouses.id(warehouse),
});

/** Lines of variants of the store; empty if it has none. */
export function linesOf(model: Oracle, { store, lines }: { store: string; lines: { variant: number; qty: number }[] }) {
  const names = model.names((variant) => variant.live && variant.store === store);
  return names.length === 0
    ? []
    : lines.map(({ variant, qty }) => ({ variant: pickLikely(names, variant, model.hasOwnStock), qty }));
}
