import type { Database } from '../../db/database.ts';
import type { Id } from '../../lib/ids.ts';

/** How a store reaches a courier, as its store file says it. */
export type CourierSettings = { shipping_type: string; adapter: string } & (
  | { adapter: 'number_pool'; prefix: string; first: number; count: number; cod: boolean }
  | { adapter: 'http'; url: string; secret?: string | undefined }
  | { adapter: 'flash'; url: string; merchant_id: string; secret?: string | undefined }
  | { adapter: 'manual' }
);

/**
 * Sets a courier up, or changes the one of this shipping type, of number pools the one of this range. What is left out
 * stays, unless the adapter is another.
 */
export function putCourier(db: Database, storeId: Id, settings: CourierSettings): void {
  db.run(
    `INSERT INTO couriers (store_id, shipping_type, pool, settings) VALUES (?, ?, ?, ?)
     ON CONFLICT (store_id, shipping_type, pool) DO UPDATE SET settings =
       CASE WHEN settings ->> 'adapter' = excluded.settings ->> 'adapter'
         THEN json_patch(settings, excluded.settings) ELSE excluded.settings END`,
    storeId,
    settings.shipping_type,
    settings.adapter === 'number_pool' ? `${settings.prefix}${settings.first}` : '',
    JSON.stringify(settings),
  );
}

export const listCouriers = (db: Database, storeId: Id): CourierSettings[] =>
  db
    .all<{ settings: string }>('SELECT settings FROM couriers WHERE store_id = ? ORDER BY id', storeId)
    .map(({ settings }) => JSON.parse(settings));
