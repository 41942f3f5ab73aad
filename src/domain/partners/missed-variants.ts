import type { Reader } from '../../db/reader.ts';
import type { Id } from '../../lib/ids.ts';
import { stockOfVariants } from '../stock/stock-levels.ts';
import { existingVariant, type NamedVariant } from '../variants.ts';
import { type Missed, missedChanges } from '../webhooks/delivery-log.ts';

/** A variant whose changes did not reach an app, with its current quantity. */
export interface MissedVariant extends Missed, NamedVariant {
  /** Over all warehouses; null: the variant is deleted. */
  available: number | null;
}

/**
 * The variants of deliveries to the app that failed or are unknown since `since`, the newest change first. A partner that
 * sets them to the available quantities is up to date.
 */
export function missedVariants(db: Reader, appId: Id, since: number): MissedVariant[] {
  const missed = missedChanges(db, appId, since);
  const variants = missed.map(({ variantId }) => existingVariant(db, variantId));
  const stock = stockOfVariants(db, variants);
  return missed.map((changes, i) => {
    const { id, sku, productName, name, live } = variants[i] as (typeof variants)[number];
    const { onHand = 0, reserved = 0 } = stock.get(id)?.total ?? {};
    return { ...changes, sku, productName, variantName: name, available: live ? onHand - reserved : null };
  });
}
