import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { byCommand } from '../src/domain/orders/history.ts';
import { existingOrder } from '../src/domain/orders/order.ts';
import { handOver } from '../src/domain/orders/shipments/hand-over.ts';
import type { Id } from '../src/lib/ids.ts';
import { CONCURRENT, openFolderOf } from './cli.ts';
import { errorPattern } from './errors.ts';
import { type Browser, signedIn } from './office.ts';
import { placeOrder } from './order-steps.ts';
import { paidOrder, refund } from './payment-steps.ts';
import { bookOrder, pickUpShipment } from './shipment-steps.ts';
import { change } from './sql.ts';
import { runStep } from './stock-steps.ts';
import { openShop, type Shop } from './support.ts';

const LATTE = [{ sku: 'LAT-H', qty: 1 }];

async function booked(shop: Shop) {
  const order = await placeOrder(shop, LATTE);
  const { result } = await bookOrder(shop, order, { trackingNumber: `P${order.id}` });
  return { ...order, parcelId: result.id };
}

/** Its parcel was booked before the refund. */
async function refunded(shop: Shop) {
  const order = await paidOrder(shop, ['190'], { ship_before_pay: false });
  const { result } = await bookOrder(shop, order, { trackingNumber: `P${order.id}` });
  await refund(shop, order);
  return { ...order, parcelId: result.id };
}

/** Its parcel was booked while it shipped before payment. */
async function unpaid(shop: Shop) {
  const order = await booked(shop);
  await runStep(shop, (tx) => {
    tx.run(change(`UPDATE orders SET ship_before_pay = 0, stage = 'unpaid' WHERE id = ?`), order.id);
  });
  return order;
}

const statusOf = (shop: Shop, { id }: { id: Id }) => existingOrder(shop.ctx.db, id).shippingStatus;

async function bulk(browser: Browser, orders: readonly { id: Id }[]) {
  await browser.open('/orders');
  return browser.send('/orders/picked-up', { ids: orders.map(({ id }) => String(id)) });
}

const CASES = [
  [refunded, 'handover_refunded', /#1 was fully refunded\. Do not hand it over\./],
  [unpaid, 'handover_not_paid', /#1 is not paid\. Do not hand it over\./],
] as const;

suite('parcels of orders that must not leave', CONCURRENT, () => {
  for (const [prepare, key, text] of CASES) {
    test(`the order page refuses to hand over: ${key}`, async () => {
      const shop = await openShop();
      const order = await prepare(shop);
      const browser = await signedIn(shop, { language: 'en' });
      await browser.open(`/orders/${order.id}`);
      const refusal = await browser.send(`/orders/${order.id}/shipments/${order.parcelId}/pick-up`, { from: '' });
      assert.deepEqual([refusal.status, statusOf(shop, order)], [422, 'booked']);
      assert.match(refusal.text, text);
    });

    test(`the bulk action lists the reason and hands over the others: ${key}`, async () => {
      const shop = await openShop();
      const order = await prepare(shop);
      const other = await booked(shop);
      const browser = await signedIn(shop, { language: 'en' });
      const question = await bulk(browser, [order, other]);
      assert.match(question.text, /1 of 2 orders can be handed over/);
      assert.match(question.text, text);
      await browser.send('/orders/picked-up', { ids: String(other.id), from: '', confirmed: 'on' });
      assert.deepEqual([statusOf(shop, order), statusOf(shop, other)], ['booked', 'shipped']);
      const alone = await bulk(browser, [order]);
      assert.deepEqual([alone.status, statusOf(shop, order)], [422, 'booked']);
      assert.match(alone.text, text);
    });

    test(`the command refuses: ${key}`, async () => {
      const shop = await openShop();
      const order = await prepare(shop);
      const { status, errorLines } = await openFolderOf(shop).runCommand('shipment', 'pick-up', String(order.parcelId));
      assert.equal(status, 1);
      assert.match(errorLines.join('\n'), errorPattern(key, { orderNumber: 1 }));
      assert.equal(statusOf(shop, order), 'booked');
    });
  }
});

test('a parcel that was handed over already is refused as such, whatever its order', async () => {
  const shop = await openShop();
  const order = await refunded(shop);
  await pickUpShipment(shop, { id: order.parcelId });
  await assert.rejects(
    runStep(shop, (tx, now) => handOver(tx, order.parcelId, {}, byCommand(now))),
    { key: 'shipment_already_in_status' },
  );
});
