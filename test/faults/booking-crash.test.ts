import assert from 'node:assert/strict';
import { test } from 'node:test';
import Sqlite from 'better-sqlite3';
import { PLACE } from '../booking-steps.ts';
import { openCourier } from '../courier-server.ts';
import { kill, serveInProcess } from '../separate-server.ts';
import { openShippop } from '../shippop-server.ts';
import { sql } from '../sql.ts';
import { SECOND } from '../stopped-clock.ts';
import { cafe, type Json, openShop, type Shop, until } from '../support.ts';

interface SavedBooking {
  state: string;
  tracking_number: string | null;
  shipments: number;
}

test('a server killed at any moment books each order once and loses none', async () => {
  const courier = await openCourier();
  const couriers = [{ shipping_type: 'ems', adapter: 'http', url: courier.url, secret: courier.secret }];
  const stock = { stock: { bkk: 1_000_000 } };
  const products = [
    { key: 'latte', name: 'ลาเต้', variants: [{ key: 'hot', sku: 'LAT-H', prices: { retail: 65 }, ...stock }] },
  ];
  let clockOffset = 0; // of the server in this process
  const shop = await openShop({ stores: [cafe({ couriers, products })], now: () => Date.now() + clockOffset });
  const expected: string[] = [];
  const unanswered = new Set<string>(); // keys of bookings that the courier saved but the killed server did not
  for (let round = 0; round < 6; round += 1) {
    courier.always(round % 2 === 0 ? { responseDelay: 30 } : {});
    courier.next({ disconnect: 'after_action' }, { disconnect: 'before_reading' });
    const { child, order } = await serveInProcess(shop);
    const seen = courier.requests.length;
    const orders = await Promise.all(Array.from({ length: 40 }, () => order({ ship_before_pay: true })));
    expected.push(...orders.map(({ id }: Json) => id));
    await until('the courier gets a request', () => courier.requests.length > seen + round * 7);
    await kill(child);
    for (const key of keysInFlight(shop)) if (courier.bookings.has(key)) unanswered.add(key);
  }
  courier.always({});
  await shop.start();
  const bookings = () =>
    shop.ctx.db.all(
      sql<SavedBooking>(`SELECT state, tracking_number, (SELECT count(*) FROM shipments WHERE order_id = bookings.order_id) AS shipments
       FROM bookings ORDER BY id`),
    );
  await until('every order is booked', () => {
    clockOffset += SECOND;
    return bookings().every(({ state }) => state === 'booked');
  });
  const savedBookings = bookings();
  assert.equal(savedBookings.length, expected.length);
  assert.deepEqual(
    savedBookings.filter(({ shipments }) => shipments !== 1),
    [],
  );
  const activeBookings = [...courier.bookings.values()].filter(({ canceled }) => !canceled);
  assert.deepEqual(courier.duplicates, []);
  assert.deepEqual(
    activeBookings.map(({ number }) => number).sort(),
    savedBookings.map(({ tracking_number }) => tracking_number).sort(),
  );
  assert.ok(unanswered.size > 0, 'no request was in flight at any kill');
  const requests = (key: string) => courier.requests.filter(({ body }) => body.idempotency_key === key);
  for (const key of unanswered) {
    const actions = requests(key).map(({ action }) => action);
    assert.deepEqual([actions[0], actions.filter((action) => action === 'book').length], ['book', 1]);
    assert.ok(actions.includes('find'));
  }
});

const SLOW = { responseDelay: 10_000 };

test('a server killed between the steps of SHIPPOP pays for one purchase per order', async () => {
  const shippop = await openShippop();
  const { url, email, apiKey: secret } = shippop;
  const couriers = [{ shipping_type: 'ems', adapter: 'shippop', url, email, secret, courier_code: 'EMST' }];
  const addresses = [{ key: 'shop', is_primary: true, name: 'บ้านกาแฟ', ...PLACE }];
  let clockOffset = 0;
  const shop = await openShop({ stores: [cafe({ couriers, addresses })], now: () => Date.now() + clockOffset });
  const change = { ship_before_pay: true, recipient_address: { name: 'สมชาย ใจดี', ...PLACE } };
  for (const path of ['/booking/', '/confirm/'] as const)
    shippop.next(path, SLOW, SLOW, { disconnect: 'after_action' }, { disconnect: 'after_action' });
  const { child, order } = await serveInProcess(shop);
  await Promise.all(Array.from({ length: 8 }, () => order(change)));
  await until('both steps are in flight', () => shippop.count('/booking/') >= 8 && shippop.count('/confirm/') >= 4);
  await kill(child);
  await shop.start();
  const unfinished = sql<Json>(`SELECT id FROM bookings WHERE state <> 'booked'`);
  await until('every order is booked', () => {
    clockOffset += 10 * SECOND;
    return shop.ctx.db.all(unfinished).length === 0;
  });
  assert.deepEqual([shippop.payments.length, new Set(shippop.payments).size], [8, 8]);
  const paid = shippop.purchases.filter(({ status }) => status === 'paid').map(({ number }) => number);
  const numbers = shop.ctx.db.all(sql<{ number: string }>('SELECT tracking_number AS number FROM shipments'));
  assert.deepEqual(numbers.map(({ number }) => number).sort(), paid.sort());
});

/** Keys of the bookings whose request was in flight when the server was killed. */
function keysInFlight({ config }: Shop): string[] {
  const database = new Sqlite(config.database, { readonly: true });
  const rows = database.prepare(`SELECT key FROM bookings WHERE state = 'requesting'`).all();
  database.close();
  return (rows as { key: string }[]).map(({ key }) => key);
}
