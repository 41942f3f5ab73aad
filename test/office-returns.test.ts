import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byCommand } from '../src/domain/orders/history.ts';
import { moveShipment, type StatusAfterPickUp } from '../src/domain/orders/shipments/move.ts';
import { returnGoods } from '../src/domain/orders/shipments/return.ts';
import type { Id } from '../src/lib/ids.ts';
import { type Browser, signedIn } from './office.ts';
import { numbersOn } from './office-orders-list-steps.ts';
import type { PlacedOrder } from './order-steps.ts';
import { latte, takePaymentStep } from './payment-steps.ts';
import { bookOrder, lineOf, pickUpShipment } from './shipment-steps.ts';
import { change } from './sql.ts';
import { runStep } from './stock-steps.ts';
import { stoppedClock } from './stopped-clock.ts';
import { openShop, type Shop } from './support.ts';

const DAY = 86_400_000;

async function sentBack(shop: Shop, order: PlacedOrder, at: StatusAfterPickUp = 'returned'): Promise<{ id: Id }> {
  const { result: parcel } = await bookOrder(shop, order);
  await pickUpShipment(shop, parcel);
  await runStep(shop, (tx, now) => moveShipment(tx, parcel.id, at, byCommand(now)));
  return parcel;
}

const restock = (shop: Shop, order: PlacedOrder) =>
  runStep(shop, (tx, now) => returnGoods(tx, order.id, { lines: [lineOf(order, 1)] }, byCommand(now)));

/** The text of the order's row in the tab of returns. */
async function rowOf(browser: Browser, { id }: PlacedOrder): Promise<string> {
  const { html } = await browser.open('/orders?tab=returning');
  const row = html.split('<tr id="').find((part) => part.startsWith(`order-${id}"`)) ?? '';
  return row
    .slice(0, row.indexOf('</tr>'))
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');
}

test('returns are listed by what became of their goods', async () => {
  const shop = await openShop();
  const [coming, back, done, plain] = [await latte(shop), await latte(shop), await latte(shop), await latte(shop)];
  await sentBack(shop, coming, 'returning');
  await sentBack(shop, back);
  await sentBack(shop, done);
  await restock(shop, done);
  await pickUpShipment(shop, (await bookOrder(shop, plain)).result);
  await restock(shop, plain);
  const browser = await signedIn(shop, { role: 'staff', store: 'cafe', language: 'en' });
  const found = async (query: string) => numbersOn(await browser.open(`/orders?${query}`));
  for (const tab of ['tab=returning&', '']) {
    assert.deepEqual(await found(`${tab}returns=returning`), [1]);
    assert.deepEqual(await found(`${tab}returns=to_restock`), [2]);
    assert.deepEqual(await found(`${tab}returns=restocked`), [3]);
  }
  assert.deepEqual(await found('tab=returning'), [3, 2, 1]);
  assert.match(browser.page.text, /All returns Returning To restock Restocked/);
  const csv = await browser.open('/orders.csv?tab=returning');
  assert.match(csv.html, /Return,/);
  assert.match(csv.html, /,Restocked,/);
  const all = await browser.open('/orders.csv');
  assert.equal(all.html.match(/,Restocked,/g)?.length, 1, 'a parcel of order 4 did not turn back');
});

test('a return shows since when, why, and what to do next', async () => {
  const clock = stoppedClock();
  const shop = await openShop({ now: clock.now });
  const order = await latte(shop);
  const parcel = await sentBack(shop, order, 'delivery_failed');
  const staff = (name: string) => signedIn(shop, { name, role: 'staff', store: 'cafe', language: 'en' });
  let browser = await staff('malee');
  await browser.open(`/orders/${order.id}`);
  await browser.send(`/orders/${order.id}/shipments/${parcel.id}/move`, { to: 'returning', reason: 'Nobody at home' });
  assert.match(browser.page.text, /Return started .* · Nobody at home/);
  clock.forward(3 * DAY);
  browser = await staff('ploy');
  assert.match(await rowOf(browser, order), /Returning .*Return started 3 days ago · Nobody at home/);
  assert.doesNotMatch(await rowOf(browser, order), /Restock/);
  await runStep(shop, (tx, now) => moveShipment(tx, parcel.id, 'returned', byCommand(now)));
  clock.forward(DAY);
  browser = await staff('noi');
  assert.match(await rowOf(browser, order), /Returned To restock .*Returned yesterday · Nobody at home Restock/);
  const thai = await signedIn(shop, { name: 'dao', role: 'staff', store: 'cafe', language: 'th' });
  assert.match(await rowOf(thai, order), /กลับถึงร้านเมื่อวาน/);
  assert.ok(browser.page.html.includes(`/office/orders/${order.id}?list=tab%3Dreturning#act-return`));
  assert.match((await browser.open(`/orders/${order.id}`)).text, /Open .*Returned To restock/);
  await restock(shop, order);
  assert.match(await rowOf(browser, order), /Restocked .*Nobody at home Send again Cancel order/);
});

test('a paid order whose goods are restocked is refunded or sent again', async () => {
  const shop = await openShop();
  const order = await latte(shop);
  await takePaymentStep(shop, order);
  await sentBack(shop, order);
  await restock(shop, order);
  const staff = await signedIn(shop, { role: 'staff', store: 'cafe', language: 'en' });
  assert.match(await rowOf(staff, order), /Refund Send again/);
  assert.doesNotMatch(await rowOf(staff, order), /Cancel order/);
  const packer = await signedIn(shop, { name: 'ploy', role: 'packer', store: 'cafe', language: 'en' });
  assert.doesNotMatch(await rowOf(packer, order), /Refund|Send again/);
});

test('the words of a courier are shown only to accounts that see customer data', async () => {
  const shop = await openShop();
  const order = await latte(shop);
  const { id } = await sentBack(shop, order);
  await runStep(shop, (tx, now) =>
    tx.run(
      change(`INSERT INTO tracking_events (shipment_id, time, code, status, description, receive_time)
        VALUES (?, ?, 'X', 'delivery_failed', 'Somying refused it', ?)`),
      id,
      now,
      now,
    ),
  );
  const staff = await signedIn(shop, { role: 'staff', store: 'cafe', language: 'en' });
  assert.match(await rowOf(staff, order), /Somying refused it/);
  const packer = await signedIn(shop, { name: 'ploy', role: 'packer', store: 'cafe', language: 'en' });
  assert.match(await rowOf(packer, order), /Returned (less than a|\d+) minute/);
  assert.doesNotMatch(await rowOf(packer, order), /Somying/);
  assert.doesNotMatch((await packer.open(`/orders/${order.id}`)).text, /Somying/);
});
