import type { Context } from '../../context.ts';
import type { Reader } from '../../db/reader.ts';
import { query } from '../../db/statement.ts';
import { allCouriers, type Courier, type CourierName } from './couriers.ts';
import { type PoolLevel, poolLevels, rangesOf } from './number-pools.ts';

type Pool = Pick<Courier, 'id' | 'storeId' | 'shippingType' | 'settings'>;

/** The levels of a number pool. A courier with COD orders and no range for them has an empty COD pool. */
export function courierLevels(db: Reader, courier: Pool): PoolLevel[] {
  const { id, settings } = courier;
  if (settings.adapter !== 'number_pool') return [];
  const levels = poolLevels(rangesOf(db, id), settings.warn_below);
  if (levels.some(({ cod }) => cod) || !hasCodOrders(db, courier)) return levels;
  return [...levels, { cod: true, left: 0, low: true }];
}

const NEWEST = 200; // per stage or state; older ones do not count

const waitingCodOrder = query<{ found: 1 }>(
  { reads: ['orders'] },
  `SELECT 1 AS found FROM (SELECT shipping_type, cod_status, cod_amount FROM orders
     WHERE store_id = @storeId AND stage = @stage ORDER BY order_number DESC LIMIT ${NEWEST})
   WHERE shipping_type = @shippingType AND cod_status = 'pending' AND cod_amount > 0 LIMIT 1`,
);

const codParcel = query<{ found: 1 }>(
  { reads: ['orders', 'shipments'] },
  `SELECT 1 AS found FROM (SELECT order_id FROM shipments
     WHERE cod_settled = @state AND shipping_type = @shippingType ORDER BY id DESC LIMIT ${NEWEST}) s
   CROSS JOIN orders o ON o.id = s.order_id WHERE o.store_id = @storeId LIMIT 1`,
);

/** Whether recent COD orders wait for the courier or went with it. */
const hasCodOrders = (db: Reader, { storeId, shippingType }: CourierName): boolean =>
  ['cod', 'to_pack'].some((stage) => db.get(waitingCodOrder, { storeId, shippingType, stage })) ||
  ['open', 'collected', 'remitted'].some((state) => db.get(codParcel, { storeId, shippingType, state }));

/** Checks all number pools. Warns once when numbers run low, and again only after a refill. */
export function poolWatch(ctx: Context): () => void {
  const warned = new Set<string>();
  return () => {
    for (const courier of allCouriers(ctx.db)) {
      for (const { cod, left, low } of courierLevels(ctx.db, courier)) {
        const pool = `${courier.id} ${cod}`;
        if (low && !warned.has(pool))
          ctx.log.warn({ shipping_type: courier.shippingType, cod, left }, 'tracking numbers are running low');
        if (low) warned.add(pool);
        else warned.delete(pool);
      }
    }
  };
}
