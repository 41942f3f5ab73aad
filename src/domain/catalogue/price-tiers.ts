import type { Reader } from '../../db/reader.ts';
import { command, query } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import { invalidRequest, notFound } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import { message } from '../../lib/messages/message.ts';
import { audit, auditChange } from '../audit/audit-log.ts';
import { others, requireFreeKey, requireFreeName } from './catalogue-keys.ts';

export interface PriceTier {
  id: Id;
  key: string;
  name: string;
  isDefault: boolean;
}

const tiersOfStore = query<Omit<PriceTier, 'isDefault'> & { isDefault: number }>(
  { reads: ['price_tiers'] },
  'SELECT id, key, name, is_default AS isDefault FROM price_tiers WHERE store_id = +? ORDER BY id',
);

/** In the order of creation. */
export const priceTiers = (db: Reader, storeId: Id): readonly PriceTier[] =>
  db.cached('price tiers', storeId, () =>
    db.all(tiersOfStore, storeId).map((tier) => ({ ...tier, isDefault: tier.isDefault === 1 })),
  );

export const defaultTier = (db: Reader, storeId: Id): PriceTier | undefined =>
  priceTiers(db, storeId).find(({ isDefault }) => isDefault);

const upsertTier = command<{ id: Id }>(
  { writes: ['price_tiers'] },
  `INSERT INTO price_tiers (store_id, key, name, is_default) VALUES (?, ?, ?, 0)
   ON CONFLICT (store_id, key) DO UPDATE SET name = excluded.name RETURNING id`,
);

/** Adds the tier, or renames the one that has this key. */
export function putPriceTier(tx: WriteTx, storeId: Id, tier: { key: string; name: string }): Id {
  const before = priceTiers(tx, storeId).find(({ key }) => key === tier.key);
  const { id } = tx.runReturning(upsertTier, storeId, tier.key, tier.name)[0] as { id: Id };
  tx.invalidate('price tiers', storeId);
  auditChange(tx, 'price_tier_changed', {
    storeId,
    subjectId: id,
    before: { name: before?.name },
    after: { name: tier.name },
  });
  return id;
}

/** Adds a tier; a store's first one is its default. @throws AppError invalid_request if the key or the name is taken */
export function addPriceTier(tx: WriteTx, storeId: Id, tier: { key: string; name: string }): Id {
  requireFreeKey(priceTiers(tx, storeId), tier.key, (priceTier) =>
    message('price_tier_key_taken', { path: 'key', priceTier }),
  );
  requireFreeName(priceTiers(tx, storeId), tier.name, 'price_tier_name_taken');
  const id = putPriceTier(tx, storeId, tier);
  if (!defaultTier(tx, storeId)) setDefaultTier(tx, storeId, id);
  return id;
}

const unmarkOthers = command(
  { writes: ['price_tiers'] },
  'UPDATE price_tiers SET is_default = 0 WHERE store_id = ? AND id <> ?',
);

const markDefault = command(
  { writes: ['price_tiers'] },
  'UPDATE price_tiers SET is_default = 1 WHERE store_id = ? AND id = ?',
);

export function setDefaultTier(tx: WriteTx, storeId: Id, tierId: Id): void {
  if (defaultTier(tx, storeId)?.id === tierId) return;
  tx.run(unmarkOthers, storeId, tierId);
  tx.run(markDefault, storeId, tierId);
  tx.invalidate('price tiers', storeId);
  audit(tx, 'price_tier_changed', { storeId, subjectId: tierId, detail: { default: [false, true] } });
  tx.invalidate('product'); // its lowest and highest price are those of the default tier
}

/** @throws AppError not_found; invalid_request if the name has no visible character or another tier has it */
export function renamePriceTier(tx: WriteTx, storeId: Id, tierId: Id, name: string): void {
  const { key } = existingTier(tx, storeId, tierId);
  requireFreeName(others(priceTiers(tx, storeId), tierId), name, 'price_tier_name_taken');
  putPriceTier(tx, storeId, { key, name });
}

const pricesByTier = query<{ id: Id; prices: number }>(
  { reads: ['prices', 'price_tiers'] },
  `SELECT price_tier_id AS id, count(*) AS prices FROM prices
   WHERE price_tier_id IN (SELECT id FROM price_tiers WHERE store_id = ?) GROUP BY price_tier_id`,
);

const channelsOfTier = query<{ name: string }>(
  { reads: ['channels'] },
  'SELECT name FROM channels WHERE price_tier_id = ? ORDER BY id',
);

export interface TierUse {
  /** The number of variants with a price in the tier, including deleted ones. */
  prices: number;
  /** The names of the channels that use the tier. */
  channels: string[];
}

/** Usage of each price tier of the store. */
export function tierUses(db: Reader, storeId: Id): ReadonlyMap<Id, TierUse> {
  const prices = new Map(db.all(pricesByTier, storeId).map((tier) => [tier.id, tier.prices]));
  const useOf = (id: Id) => ({
    prices: prices.get(id) ?? 0,
    channels: db.all(channelsOfTier, id).map(({ name }) => name),
  });
  return new Map(priceTiers(db, storeId).map(({ id }) => [id, useOf(id)]));
}

const deleteTier = command({ writes: ['price_tiers'] }, 'DELETE FROM price_tiers WHERE id = ?');

/**
 * Deletes an unused tier. Its customers and orders get the default tier again.
 *
 * @throws AppError not_found; invalid_request if it is the default, has prices or a channel uses it
 */
export function removePriceTier(tx: WriteTx, storeId: Id, tierId: Id): void {
  const { name, isDefault } = existingTier(tx, storeId, tierId);
  if (isDefault) throw invalidRequest('price_tier_is_default', { priceTier: name });
  const { prices, channels } = tierUses(tx, storeId).get(tierId) as TierUse;
  if (channels.length > 0) throw invalidRequest('price_tier_has_channels', { priceTier: name, channels });
  if (prices > 0) throw invalidRequest('price_tier_has_prices', { priceTier: name, variants: prices });
  tx.run(deleteTier, tierId);
  audit(tx, 'price_tier_changed', { storeId, subjectId: tierId, detail: { name: [name, null] } });
  tx.invalidate('price tiers', storeId);
}

function existingTier(db: Reader, storeId: Id, tierId: Id): PriceTier {
  const tier = priceTiers(db, storeId).find(({ id }) => id === tierId);
  if (!tier) throw notFound('price_tier_not_found', { priceTier: tierId });
  return tier;
}
