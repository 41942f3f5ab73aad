import type { Database } from '../../db/database.ts';
import { Fault, Refusal } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import { listCouriers, putCourier } from '../couriers/couriers.ts';
import { putRange, rangesOf } from '../couriers/pools.ts';
import type { CourierEntry } from '../couriers/settings.ts';
import type { Loading } from './loading.ts';

/** @throws Fault naming the first entry that cannot be set up beside those that are there */
export function loadCouriers({ db, storeId, entry, place }: Loading): void {
  for (const [i, courier] of entry.couriers.entries())
    try {
      loadCourier(db, storeId, courier);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      throw new Fault(`${place}.couriers[${i}]: ${error.message}`);
    }
}

/** Sets the entry's courier up; one of a number pool adds its range to those that the courier has. */
function loadCourier(db: Database, storeId: Id, { shipping_type, ...entry }: CourierEntry): void {
  if (entry.adapter !== 'number_pool') {
    putCourier(db, storeId, shipping_type, entry);
    return;
  }
  const { prefix, first, count, cod, given, ...settings } = entry;
  putRange(db, putCourier(db, storeId, shipping_type, settings).id, { prefix, first, count, cod, given });
}

/**
 * The store file's entries of a store's couriers, one for each range of a number pool; secrets are left out. Ranges of
 * what is a pool no more come before what it is now, so that their numbers stay given.
 */
export const dumpCouriers = (db: Database, storeId: Id): object[] =>
  listCouriers(db, storeId).flatMap(({ id, shippingType, settings }) => {
    const entry = { shipping_type: shippingType, ...settings, secret: undefined, token: undefined };
    const isPool = settings.adapter === 'number_pool';
    const pool = isPool ? entry : { shipping_type: shippingType, adapter: 'number_pool' };
    const ranges = rangesOf(db, id).map(({ prefix, first, count, cod, given }) => ({
      ...pool,
      prefix,
      first,
      count,
      cod,
      given: given || undefined,
    }));
    return isPool ? ranges : [...ranges, entry];
  });
