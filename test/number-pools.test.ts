import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { WriteTx } from '../src/db/write-tx.ts';
import { adapters } from '../src/domain/couriers/adapters/adapters.ts';
import { poolWatch } from '../src/domain/couriers/courier-levels.ts';
import { findCourier, listCouriers } from '../src/domain/couriers/couriers.ts';
import { type NumberRange, poolLevels, putRange, rangesOf } from '../src/domain/couriers/number-pools.ts';
import { requestBooking } from '../src/domain/orders/bookings/booking-actions.ts';
import { byCommand } from '../src/domain/orders/history.ts';
import { bookShipment } from '../src/domain/orders/shipments/book.ts';
import { cancelShipment } from '../src/domain/orders/shipments/move.ts';
import { trackDue } from '../src/domain/orders/tracking.ts';
import type { Id } from '../src/lib/ids.ts';
import { bookingOf, readyOrder, shipmentsOf, untilBooking } from './booking-steps.ts';
import { appError, operatorError } from './errors.ts';
import type { PlacedOrder } from './order-steps.ts';
import { sql } from './sql.ts';
import { refusalOf, runStep } from './stock-steps.ts';
import { MINUTE, stoppedClock } from './stopped-clock.ts';
import { cafe, idOf, openShop, type Shop, until } from './support.ts';
import { startThailandPost, trackingItem } from './thailand-post-server.ts';

const EMS = { shipping_type: 'ems', adapter: 'number_pool', prefix: 'EX', first: 12345678, count: 3 };
const COD_EMS = { ...EMS, prefix: 'EY', first: 47312482, count: 2, cod: true };

async function openPool(couriers: object[] = [EMS, COD_EMS]) {
  const clock = stoppedClock();
  return { shop: await openShop({ stores: [cafe({ couriers })], now: clock.now }), clock };
}

const COD = { is_cod: true, cod_fee: 0, cod_amount: 65 };

/** Places an order and returns its tracking number. */
async function numberOf(shop: Shop, more: object = {}): Promise<string> {
  const order = await readyOrder(shop, more);
  await untilBooking(shop, order, 'booked');
  return (await shipmentsOf(shop, order)).at(-1).tracking_number;
}

const NO_RANGE: NumberRange = {
  id: 1 as Id,
  courierId: 1 as Id,
  prefix: 'EX',
  first: 0,
  count: 0,
  given: 0,
  cod: false,
};

const ems = (shop: Shop) => findCourier(shop.ctx.db, idOf(shop.ids.id), 'ems')?.id as Id;

test('parcels get the numbers of a range in order, COD parcels those of COD ranges', async () => {
  const { shop } = await openPool();
  assert.equal(await numberOf(shop), 'EX123456785TH');
  assert.equal(await numberOf(shop, COD), 'EY473124829TH');
  assert.equal(await numberOf(shop), 'EX123456799TH');
  assert.equal(await numberOf(shop, COD), 'EY473124832TH');
  assert.deepEqual(
    rangesOf(shop.ctx.db, ems(shop)).map(({ prefix, given }) => [prefix, given]),
    [
      ['EX', 2],
      ['EY', 2],
    ],
  );
});

test('a number is never issued again, not even after a cancellation', async () => {
  const { shop } = await openPool();
  const order = await readyOrder(shop);
  const { shipmentId } = await untilBooking(shop, order, 'booked');
  await runStep(shop, (tx, now) => cancelShipment(tx, shipmentId as Id, byCommand(now)));
  await runStep(shop, (tx, now) => requestBooking(tx, order.id, byCommand(now)));
  await until('the order is booked again', () => bookingOf(shop, order)?.trackingNumber === 'EX123456799TH');
  assert.notEqual(await numberOf(shop), 'EX123456785TH');
});

test('a number entered by hand on a parcel is skipped', async () => {
  const { shop } = await openPool();
  const typed = await readyOrder(shop, { auto_request_xshipping: false });
  await runStep(shop, (tx, now) => bookShipment(tx, typed.id, { trackingNumber: 'EX123456785TH' }, byCommand(now)));
  assert.equal(await numberOf(shop), 'EX123456799TH');
});

test('a number entered by hand in lower case is skipped', async () => {
  const { shop } = await openPool();
  const typed = await readyOrder(shop, { auto_request_xshipping: false });
  await runStep(shop, (tx, now) => bookShipment(tx, typed.id, { trackingNumber: 'ex123456785th' }, byCommand(now)));
  assert.equal((await shipmentsOf(shop, typed))[0].tracking_number, 'EX123456785TH');
  assert.equal(await numberOf(shop), 'EX123456799TH');
});

test('with a token, Thailand Post tracks parcels with pool numbers, and it may send callbacks', async () => {
  const post = await startThailandPost();
  const { url, token, secret } = post;
  const { shop, clock } = await openPool([{ ...EMS, url, token, secret }]);
  const [polled, called] = [await readyOrder(shop), await readyOrder(shop)];
  const numbers = [await untilBooking(shop, polled, 'booked'), await untilBooking(shop, called, 'booked')].map(
    ({ trackingNumber }) => String(trackingNumber),
  );
  const [first = '', second = ''] = numbers;
  const status = async (order: PlacedOrder) => (await shipmentsOf(shop, order))[0].status;
  post.items[first] = [trackingItem('103', '11/11/2569 12:05:00+07:00', { barcode: first })];
  clock.forward(30 * MINUTE);
  await trackDue(shop.ctx, adapters(shop.ctx));
  assert.deepEqual(post.requests.at(-1)?.body.barcode.toSorted(), numbers.toSorted());
  assert.deepEqual([await status(polled), await status(called)], ['picked_up', 'booked']);
  const body = JSON.stringify({ items: [trackingItem('501', '11/11/2569 12:20:00+07:00', { barcode: second })] });
  const call = (given: string) =>
    shop.send(`/couriers/${shop.ids.id}/ems`, { method: 'POST', headers: { Authorization: `Bearer ${given}` }, body });
  assert.equal((await call('guessed')).status, 401);
  assert.deepEqual([await status(polled), await status(called)], ['picked_up', 'booked']);
  assert.equal((await call(secret)).status, 200);
  assert.deepEqual([await status(polled), await status(called)], ['picked_up', 'delivered']);
});

test('without a token, parcels with pool numbers are not tracked', async () => {
  const { shop, clock } = await openPool();
  await numberOf(shop);
  clock.forward(30 * MINUTE);
  await trackDue(shop.ctx, adapters(shop.ctx));
  const call = { method: 'POST', headers: { Authorization: 'Bearer ' }, body: JSON.stringify({ items: [] }) };
  assert.equal((await shop.send(`/couriers/${shop.ids.id}/ems`, call)).status, 404);
});

const EMPTY = ['booking_pool_empty', { shippingType: 'ems', cod: false }];

test('an order waits with a reason while no number is left', async () => {
  const { shop, clock } = await openPool([{ ...EMS, count: 1 }]);
  await numberOf(shop);
  const order = await readyOrder(shop);
  const { reason, nextTime } = await untilBooking(shop, order, 'failed');
  assert.deepEqual([reason?.key, reason?.params], EMPTY);
  await shop.load({ stores: [{ key: 'cafe', name: 'บ้านกาแฟ', couriers: [{ ...EMS, first: 20_000_000 }] }] });
  clock.forward((nextTime as number) - clock.now());
  await untilBooking(shop, order, 'booked');
  const cod = await readyOrder(shop, COD);
  assert.equal((await untilBooking(shop, cod, 'failed')).reason?.params.cod, true);
});

test('a number is issued only together with its shipment', async () => {
  const { shop, clock } = await openPool();
  const order = await readyOrder(shop);
  const { shipmentId } = await untilBooking(shop, order, 'booked');
  await runStep(shop, (tx, now) => cancelShipment(tx, shipmentId as Id, byCommand(now)));
  await shop.order({ products: [{ sku: 'LAT-H', qty: 15 }] }); // the pieces of the canceled shipment are sold
  await runStep(shop, (tx, now) => requestBooking(tx, order.id, byCommand(now)));
  const { reason, nextTime } = await untilBooking(shop, order, 'failed');
  assert.equal(reason?.key, 'out_of_stock');
  assert.ok((nextTime as number) > clock.now());
  assert.equal(rangesOf(shop.ctx.db, ems(shop))[0]?.given, 1);
});

test('a number range must not overlap a range of any store', async () => {
  const { shop } = await openPool();
  const put = (range: object) =>
    refusalOf(shop, (tx) => putRange(tx, ems(shop), { prefix: 'EX', first: 0, count: 1, cod: false, ...range }));
  for (const range of [{ first: 12345680 }, { first: 12345670, count: 9 }, { first: 12345000, count: 9_999 }])
    appError({ key: 'number_range_overlaps', params: { other: 'EX123456785TH' } })(await put(range));
  appError({ key: 'number_range_too_long' })(await put({ first: 99_999_999, count: 2 }));
  const other = cafe({ key: 'other', couriers: [{ ...EMS, first: 12345679 }] });
  await assert.rejects(
    shop.load({ stores: [other] }),
    operatorError({ key: 'number_range_overlaps', path: 'stores[0].couriers[0]', params: { from: 'EX123456799TH' } }),
  );
  await shop.load({ stores: [cafe({ key: 'third', couriers: [{ ...EMS, first: 12345681 }] })] });
});

test('a range may grow, and shrink down to its issued numbers', async () => {
  const { shop } = await openPool([EMS]);
  await numberOf(shop);
  await numberOf(shop);
  const put = (count: number) => (tx: WriteTx) =>
    putRange(tx, ems(shop), { prefix: 'EX', first: 12345678, count, cod: false });
  appError({ key: 'number_range_used_beyond', params: { from: 'EX123456785TH', used: 2, numbers: 1 } })(
    await refusalOf(shop, put(1)),
  );
  await runStep(shop, put(2));
  assert.equal((await untilBooking(shop, await readyOrder(shop), 'failed')).reason?.key, 'booking_pool_empty');
  await runStep(shop, put(9));
  assert.deepEqual(
    rangesOf(shop.ctx.db, ems(shop)).map(({ count, given }) => [count, given]),
    [[9, 2]],
  );
});

test('the default limit of a low pool is a fifth of its ranges in use, at most 100 numbers', () => {
  const range = (count: number, given: number) => ({ ...NO_RANGE, count, given });
  const isLow = (...ranges: NumberRange[]) => poolLevels(ranges)[0]?.low;
  assert.equal(isLow(range(50, 0)), false);
  assert.equal(isLow(range(50, 40)), false);
  assert.equal(isLow(range(50, 41)), true);
  assert.equal(isLow(range(10_000, 9_900)), false);
  assert.equal(isLow(range(10_000, 9_901)), true);
  assert.equal(isLow(range(10_000, 10_000), range(50, 0)), false);
  assert.equal(isLow(range(1, 0)), false);
  assert.equal(isLow(range(1, 1)), true);
});

test('the limit of the store wins over the default', () => {
  const ranges = [{ ...NO_RANGE, count: 50, given: 0 }];
  assert.equal(poolLevels(ranges, 51)[0]?.low, true);
  assert.equal(poolLevels([{ ...NO_RANGE, count: 50, given: 50 }], 0)[0]?.low, false);
});

test('a low pool causes one warning in the log, and another after it was refilled', async () => {
  const { shop } = await openPool([{ ...EMS, count: 5, warn_below: 4 }]);
  const warnings: unknown[] = [];
  const log = { warn: (fields: unknown) => warnings.push(fields) };
  const watch = poolWatch({ ...shop.ctx, log } as unknown as Shop['ctx']);
  watch();
  await numberOf(shop);
  watch();
  assert.deepEqual(warnings, []);
  await numberOf(shop);
  watch();
  watch();
  await numberOf(shop);
  watch();
  assert.deepEqual(warnings, [{ shipping_type: 'ems', cod: false, left: 3 }]);
  await runStep(shop, (tx) => putRange(tx, ems(shop), { prefix: 'EX', first: 90_000_000, count: 2, cod: false }));
  watch();
  await numberOf(shop);
  watch();
  assert.deepEqual(warnings.at(-1), { shipping_type: 'ems', cod: false, left: 3 });
  assert.equal(warnings.length, 2);
});

test('every parcel has a unique number, for random ranges and cancellations', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ count: fc.integer({ min: 1, max: 4 }), cod: fc.boolean() }), { minLength: 1, maxLength: 4 }),
      fc.array(fc.record({ cod: fc.boolean(), cancel: fc.boolean() }), { minLength: 1, maxLength: 10 }),
      async (ranges, parcels) => {
        const couriers = ranges.map((range, i) => ({ ...EMS, ...range, first: i * 10 }));
        const { shop, clock } = await openPool(couriers);
        const left = { cod: 0, other: 0 };
        for (const { count, cod } of ranges) left[cod ? 'cod' : 'other'] += count;
        for (const { cod, cancel } of parcels) {
          const kind = cod ? 'cod' : 'other';
          const order = await readyOrder(shop, cod ? COD : {});
          const expected = left[kind] > 0 ? 'booked' : 'failed';
          if (expected === 'booked') left[kind] -= 1;
          const { shipmentId } = await untilBooking(shop, order, expected);
          if (cancel && shipmentId) await runStep(shop, (tx, now) => cancelShipment(tx, shipmentId, byCommand(now)));
        }
        clock.forward(MINUTE);
        const numbers = shop.ctx.db
          .all(sql<{ number: string }>('SELECT tracking_number AS number FROM shipments'))
          .map(({ number }) => number);
        assert.equal(new Set(numbers).size, numbers.length);
        const given = listCouriers(shop.ctx.db, idOf(shop.ids.id)).flatMap(({ id }) => rangesOf(shop.ctx.db, id));
        assert.equal(
          given.reduce((sum, range) => sum + range.given, 0),
          numbers.length,
        );
        await shop.stop();
      },
    ),
    { numRuns: 12 },
  );
});
