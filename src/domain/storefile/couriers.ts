import type { Database } from '../../db/database.ts';
import type { Id } from '../../lib/ids.ts';
import { listCouriers, putCourier } from '../couriers/couriers.ts';
import { putRange, rangesOf } from '../couriers/pools.ts';
import type { CourierEntry } from './shape.ts';

/** Sets the entry's courier up; one of a number pool adds its range to those that the courier has. */
export function loadCourier(db: Database, storeId: Id, { shipping_type, ...entry }: CourierEntry): void {
  if (entry.adapter !== 'number_pool') {
    putCourier(db, storeId, shipping_type, entry);
    return;
  }
  const { prefix, first, count, cod, given, ...settings } = entry;
  putRange(db, putCourier(db, storeId, shipping_type, settings).id, { prefix, first, count, cod, given });
}

/** The store file's entries of a store's couriers, one for each range of a number pool; secrets are left out. */
export const dumpCouriers = (db: Database, storeId: Id): object[] =>
  listCouriers(db, storeId).flatMap(({ id, shippingType, settings }) => {
    const entry = { shipping_type: shippingType, ...settings, secret: undefined, token: undefined };
    if (settings.adapter !== 'number_pool') return [entry];
    return rangesOf(db, id).map(({ prefix, first, count, cod, given }) => ({
      ...entry,
      prefix,
      first,
      count,
      cod,
      given: given || undefined,
    }));
  });
