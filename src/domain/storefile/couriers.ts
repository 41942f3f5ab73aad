import type { Reader } from '../../db/reader.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import { AppError, OperatorError } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import { below } from '../../lib/messages/message.ts';
import { listCouriers, putCourier } from '../couriers/couriers.ts';
import { putRange, rangesOf } from '../couriers/number-pools.ts';
import type { CourierEntry } from '../couriers/set-up.ts';
import type { StoreLoad } from './store-load.ts';

/** @throws OperatorError at the first entry that cannot be set up */
export function loadCouriers({ tx, storeId, entry, path }: StoreLoad): void {
  for (const [i, courier] of entry.couriers.entries())
    try {
      loadCourier(tx, storeId, courier);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      throw new OperatorError([below([...path, 'couriers', i], error)]);
    }
}

/** Sets up the courier. An entry of a number pool adds its range to the existing ones. */
function loadCourier(tx: WriteTx, storeId: Id, { shipping_type, ...entry }: CourierEntry): void {
  if (entry.adapter !== 'number_pool') {
    putCourier(tx, storeId, shipping_type, entry);
    return;
  }
  const { prefix, first, count, cod, given, ...settings } = entry;
  putRange(tx, putCourier(tx, storeId, shipping_type, settings).id, { prefix, first, count, cod, given });
}

/**
 * The couriers as store file entries without secrets, one per range of a number pool. Ranges of a former pool come
 * before the current adapter, so that their numbers stay used.
 */
export const dumpCouriers = (tx: Reader, storeId: Id): object[] =>
  listCouriers(tx, storeId).flatMap(({ id, shippingType, settings }) => {
    const entry = { shipping_type: shippingType, ...settings, secret: undefined, token: undefined };
    const isPool = settings.adapter === 'number_pool';
    const pool = isPool ? entry : { shipping_type: shippingType, adapter: 'number_pool' };
    const ranges = rangesOf(tx, id).map(({ prefix, first, count, cod, given }) => ({
      ...pool,
      prefix,
      first,
      count,
      cod,
      given: given || undefined,
    }));
    return isPool ? ranges : [...ranges, entry];
  });
