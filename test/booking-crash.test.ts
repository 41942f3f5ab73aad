import assert from 'node:assert/strict';
import { test } from 'node:test';
import { kill, serveApart } from './apart.ts';
import { openCourier } from './courier-server.ts';
import { cafe, type Json, openShop, until } from './support.ts';
import { SECOND } from './wire.ts';

interface Kept {
  status: string;
  tracking_number: string | null;
  shipments: number;
}

test('a server that is killed at any moment books each order once and loses none', async () => {
  const courier = await openCourier();
  const couriers = [{ shipping_type: 'ems', adapter: 'http', url: courier.url, secret: courier.secret }];
  const stock = { stock: { bkk: 1_000_000 } };
  const products = [
    { key: 'latte', name: 'ลาเต้', variants: [{ key: 'hot', sku: 'LAT-H', prices: { retail: 65 }, ...stock }] },
  ];
  let later = 0; // how far the shop's clock is ahead, once it is served here
  const shop = await openShop({ stores: [cafe({ couriers, products })], now: () => Date.now() + later });
  const expected: string[] = [];
  for (let round = 0; round < 6; round += 1) {
    courier.always(round % 2 === 0 ? { after: 30 } : {});
    courier.next({ cut: 'done' }, { cut: 'unread' });
    const { child, order } = await serveApart(shop);
    const seen = courier.asked.length;
    const orders = await Promise.all(Array.from({ length: 40 }, () => order({ ship_before_pay: true })));
    expected.push(...orders.map(({ id }: Json) => id));
    await until('the courier is being asked', () => courier.asked.length > seen + round * 7);
    await kill(child);
  }
  courier.always({});
  await shop.start();
  const bookings = () =>
    shop.ctx.db.all<Kept>(
      `SELECT status, tracking_number, (SELECT count(*) FROM shipments WHERE order_id = bookings.order_id) AS shipments
       FROM bookings ORDER BY id`,
    );
  await until('every order is booked', () => {
    later += SECOND;
    return bookings().every(({ status }) => status === 'booked');
  });
  const kept = bookings();
  assert.equal(kept.length, expected.length);
  assert.deepEqual(
    kept.filter(({ shipments }) => shipments !== 1),
    [],
  );
  const carried = [...courier.bookings.values()].filter(({ canceled }) => !canceled);
  assert.deepEqual(courier.doubles, []);
  assert.deepEqual(
    carried.map(({ number }) => number).sort(),
    kept.map(({ tracking_number }) => tracking_number).sort(),
  );
  const asked = courier.asked.filter(({ action }) => action === 'book').map(({ body }) => body.idempotency_key);
  assert.ok(asked.length >= expected.length);
});
