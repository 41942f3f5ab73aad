import type { Reader } from '../../db/reader.ts';
import { query } from '../../db/statement.ts';
import type { Id } from '../../lib/ids.ts';
import type { Money } from '../../lib/money.ts';
import { defaultTier } from '../catalogue/price-tiers.ts';
import type { Channel } from '../channels/channels.ts';
import { type NamedVariant, VARIANT_NAME_COLUMNS } from '../variants.ts';

export interface ListedPrice extends NamedVariant {
  productId: Id;
  /** The price of an order line without a price; null: such a line is rejected. */
  price: Money | null;
  /** The channel's tier has no price, so the default tier's applies. */
  fromDefault: boolean;
}

const priceRows = query<Omit<ListedPrice, 'fromDefault'> & { fromDefault: number }>(
  { reads: ['prices', 'products', 'variants'] },
  `SELECT ${VARIANT_NAME_COLUMNS}, p.id AS productId, coalesce(own.price, fallback.price) AS price,
     @tierId IS NOT NULL AND own.price IS NULL AND fallback.price IS NOT NULL AS fromDefault
   FROM products p JOIN variants v ON v.product_id = p.id
   LEFT JOIN prices own ON own.variant_id = v.id AND own.price_tier_id = @tierId
   LEFT JOIN prices fallback ON fallback.variant_id = v.id AND fallback.price_tier_id = @defaultId
   WHERE p.store_id = @storeId AND p.delete_time IS NULL AND v.delete_time IS NULL
   ORDER BY p.id, v.id LIMIT @limit OFFSET @offset`,
);

/** The channel's price of each live variant, by product (docs/decisions.md#prices). */
export const priceList = (
  db: Reader,
  { storeId, priceTierId }: Pick<Channel, 'storeId' | 'priceTierId'>,
  { limit, offset }: { limit: number; offset: number },
): ListedPrice[] =>
  db
    .all(priceRows, { storeId, tierId: priceTierId, defaultId: defaultTier(db, storeId)?.id ?? null, limit, offset })
    .map((row) => ({ ...row, fromDefault: row.fromDefault === 1 }));
