import { courierName } from '../../../lib/courier-names.ts';
import { byUser } from '../../orders/history.ts';
import { newestCodParcels } from '../../orders/payments/cod-parcels.ts';
import { remit } from '../../orders/payments/remittance.ts';
import { courierFee } from '../tour.ts';
import { DAY, HOUR, type Scene } from './scene.ts';
import type { Story } from './timeline.ts';

/** Couriers that collect COD, and how many days ago each paid out last. They pay every seven days. */
const PAYOUTS: readonly [shippingType: string, daysAgo: number][] = [
  ['flash', 8],
  ['kex', 3],
  ['jt', 5],
];

export const payoutStories = (scene: Scene): Story[] =>
  PAYOUTS.map(([shippingType, daysAgo]) => payouts(scene, shippingType, daysAgo));

function* payouts({ storeId, staff, end }: Scene, shippingType: string, daysAgo: number): Story {
  const last = end - daysAgo * DAY - 3 * HOUR;
  for (let time = last - 11 * 7 * DAY; time <= last; time += 7 * DAY) {
    const { tx, now } = yield { at: time };
    const delivered = { codStatus: 'collected', shippingType, deliveredBefore: now - DAY, limit: 100 } as const;
    const rows = newestCodParcels(tx, storeId, delivered).flatMap(({ trackingNumber, amount }, i) =>
      trackingNumber === null || amount === null
        ? []
        : { row: i + 2, trackingNumber, paid: amount, fee: courierFee(amount) },
    );
    const note = `${courierName(shippingType, 'th')} โอนเข้าบัญชี`;
    if (rows.length > 0) remit(tx, { storeId, rows, note }, byUser(staff.owner, now));
  }
}
