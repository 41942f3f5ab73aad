import type { Context } from '../../context.ts';
import { allCouriers } from './couriers.ts';
import { poolLevels, rangesOf } from './pools.ts';

/** Looks at every number pool and warns where its numbers run low: once, and again after there were more. */
export function poolWatch(ctx: Context): () => void {
  const warned = new Set<string>();
  return () => {
    for (const { id, shippingType, settings } of allCouriers(ctx.db)) {
      if (settings.adapter !== 'number_pool') continue;
      for (const { cod, left, low } of poolLevels(rangesOf(ctx.db, id), settings.warn_below)) {
        const pool = `${id} ${cod}`;
        if (low && !warned.has(pool))
          ctx.log.warn({ shipping_type: shippingType, cod, left }, 'tracking numbers are running low');
        if (low) warned.add(pool);
        else warned.delete(pool);
      }
    }
  };
}
