import type { Database } from '../../db/database.ts';
import { Refusal } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import { warehouses } from '../catalogue/places.ts';
import { stockOf } from '../stock/levels.ts';
import type { Store } from '../stores.ts';

/** How much of a line each warehouse supplies. */
export interface Share {
  warehouseId: Id;
  qty: number;
}

interface Demand {
  variant: { id: Id };
  qty: number;
}

/**
 * Chooses the warehouses that supply each line (decisions §4): the first in the store's order that can supply the
 * whole line, else spread in that order; what selling below zero leaves over goes to the first warehouse. Lines of one
 * variant are one demand. Nothing is written.
 *
 * @throws Refusal invalid_request naming the first line that cannot be met
 */
export function allocate(db: Database, store: Store, lines: readonly Demand[]): Share[][] {
  const supplies = new Map<Id, Share[]>(); // what is left while lines are met one after another
  return lines.map(({ variant, qty }, i) => {
    let supply = supplies.get(variant.id);
    if (!supply) {
      supply = supplyOf(db, variant.id);
      supplies.set(variant.id, supply);
    }
    const available = supply.reduce((total, { qty }) => total + qty, 0);
    if (qty > available && !store.sellBelowZero)
      throw new Refusal('invalid_request', `products[${i}].qty is more than the ${Math.max(available, 0)} available`);
    const first = warehouses(db, store.id)[0];
    if (!first) throw new Refusal('invalid_request', `products[${i}] cannot be supplied: the store has no warehouse`);
    const shares = share(supply, qty, first.id);
    for (const taken of shares) {
      const left = supply.find(({ warehouseId }) => warehouseId === taken.warehouseId);
      if (left) left.qty -= taken.qty;
    }
    return shares;
  });
}

const supplyOf = (db: Database, variantId: Id): Share[] =>
  stockOf(db, variantId).map(({ warehouseId, onHand, reserved }) => ({ warehouseId, qty: onHand - reserved }));

function share(supply: readonly Share[], wanted: number, first: Id): Share[] {
  const whole = supply.find(({ qty }) => qty >= wanted);
  if (whole) return [{ warehouseId: whole.warehouseId, qty: wanted }];
  const shares: Share[] = [];
  let missing = wanted;
  for (const { warehouseId, qty } of supply) {
    const taken = Math.min(Math.max(qty, 0), missing);
    if (taken > 0) shares.push({ warehouseId, qty: taken });
    missing -= taken;
  }
  if (missing > 0) addTo(shares, first, missing);
  return shares;
}

function addTo(shares: Share[], warehouseId: Id, qty: number): void {
  const known = shares.find((share) => share.warehouseId === warehouseId);
  if (known) known.qty += qty;
  else shares.push({ warehouseId, qty });
}
