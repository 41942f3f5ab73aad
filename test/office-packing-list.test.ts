import assert from 'node:assert/strict';
import { test } from 'node:test';
import { editOrder } from '../src/domain/orders/edit.ts';
import { byCommand } from '../src/domain/orders/history.ts';
import { existingOrder } from '../src/domain/orders/order.ts';
import { addOrderTag } from '../src/domain/orders/order-tags.ts';
import { markPacked } from '../src/domain/orders/packing.ts';
import { packForNow, packOne } from '../src/domain/orders/packing-progress.ts';
import type { Id } from '../src/lib/ids.ts';
import { signedIn } from './office.ts';
import { placeOrder } from './order-steps.ts';
import { opened, reportUnpacked, scan, TWO_HOT_ONE_ICED } from './packing-steps.ts';
import { bookOrder, lineOf, pickUpShipment } from './shipment-steps.ts';
import { change } from './sql.ts';
import { roastery, runStep } from './stock-steps.ts';
import { openShop } from './support.ts';

test('after packing, the next order’s code opens that order, and a button the one that waits longest', async () => {
  const { shop, order, browser, at } = await opened();
  const next = await placeOrder(shop, [{ sku: 'LAT-I', qty: 1 }], { external_order_id: 'SHOP-8' });
  await browser.open(at);
  for (const code of ['LAT-H', 'LAT-H', 'LAT-I']) await scan(browser, at, code);
  const packed = `/orders/${order.id}/packed`;
  assert.match(browser.page.html, /name="tracking_number"[^>]*autofocus/);
  assert.doesNotMatch(browser.page.html, /name="code"/);
  assert.match(browser.page.html, new RegExp(`href="/office/orders/${next.id}/pack"[^>]*>.*Pack #2</a>`));
  assert.equal((await browser.send(packed, { tracking_number: 'SHOP-8' })).path, `/orders/${next.id}/pack`);
  await browser.open(packed);
  await browser.send(packed, { tracking_number: 'KEX0001' });
  assert.match(browser.page.html, /action="\/office\/orders\/pack"[\s\S]*name="code"[^>]*autofocus/);
  assert.equal((await browser.send('/orders/pack', { code: 'SHOP-8' })).path, `/orders/${next.id}/pack`);
});

test('an order that was never packed, or edited since, is not shown as packed', async () => {
  const { shop, order, browser, at } = await opened();
  assert.equal((await browser.open(`/orders/${order.id}/packed`)).path, at);
  await browser.open(at);
  for (const code of ['LAT-H', 'LAT-H', 'LAT-I']) await scan(browser, at, code);
  assert.equal((await browser.open(`/orders/${order.id}/packed`)).path, `/orders/${order.id}/packed`);
  await runStep(shop, (tx, now) => editOrder(tx, order.id, { set: [lineOf(order, 3)] }, byCommand(now)));
  assert.equal((await browser.open(`/orders/${order.id}/packed`)).path, at);
});

test('the station lists the orders to pack, oldest first', async () => {
  const { shop, order, browser } = await opened();
  const next = await placeOrder(shop, [{ sku: 'LAT-I', qty: 1 }]);
  await placeOrder(shop, [{ sku: 'LAT-I', qty: 1 }], { ship_before_pay: false });
  const listed = async () => {
    const { html } = await browser.open('/orders/pack');
    return [...html.matchAll(/href="\/office\/orders\/(\d+)\/pack"/g)].map(([, id]) => Number(id));
  };
  assert.deepEqual(await listed(), [order.id, next.id]);
  await runStep(shop, (tx, now) => markPacked(tx, order.id, byCommand(now)));
  assert.deepEqual(await listed(), [next.id]);
  await runStep(shop, (tx, now) => markPacked(tx, next.id, byCommand(now)));
  assert.match((await browser.open('/orders/pack')).text, /No orders to pack/);
});

test('a partly shipped order is listed with the items that are left', async () => {
  const { shop, order, browser } = await opened();
  assert.match((await browser.open('/orders/pack')).text, /ลาเต้ ร้อน \+ 1 more 3 units/);
  const parcel = await bookOrder(shop, order, { lines: [lineOf(order, 2)] });
  await pickUpShipment(shop, parcel.result);
  const { text } = await browser.open('/orders/pack');
  assert.match(text, /ลาเต้ เย็น 1 unit /);
  assert.doesNotMatch(text, /ลาเต้ ร้อน|more/);
});

test('the packing page shows courier, COD amount, parcels and province, but a packer without customer data no province', async () => {
  const shop = await openShop();
  const order = await placeOrder(shop, TWO_HOT_ONE_ICED, {
    ...{ shipping_type: 'flash', is_cod: true, cod_fee: 0, cod_amount: 195 },
    recipient_address: { name: 'นิด', telephone: '0812345678', province: 'นนทบุรี' },
  });
  await bookOrder(shop, order);
  const at = `/orders/${order.id}/pack`;
  const staff = await signedIn(shop, { role: 'staff', store: 'cafe', language: 'en' });
  assert.match((await staff.open(at)).text, /‹ Packing Pack #1 Flash Express · COD ฿195 · 1 parcel · นนทบุรี Order #1 /);
  const packer = await signedIn(shop, { name: 'ploy', role: 'packer', store: 'cafe', language: 'en' });
  assert.match((await packer.open(at)).text, /· 1 parcel (?!· ).*Scan or type/);
});

test('an order with an incomplete address is listed last, is never the next one to pack, and is packed only with Pack anyway', async () => {
  const { shop, order, browser, at } = await opened();
  const complete = await placeOrder(shop, [{ sku: 'LAT-I', qty: 1 }]);
  await shop.ctx.write((tx) => tx.run(change('UPDATE orders SET channel_id = NULL WHERE order_number = 1')));
  const { text } = await browser.open('/orders/pack');
  assert.match(text, /To pack, oldest first .*#2 .*On hold: waiting for an address or items .*#1 Incomplete address/);
  const opening = await browser.open(at);
  assert.match(opening.text, /Incomplete address, missing: .*Pack anyway Pack next order .*Pack #2/);
  assert.match((await scan(browser, at, 'LAT-H')).text, /On hold: incomplete address/);
  await browser.open(`${at}?anyway=1`);
  assert.match((await scan(browser, `${at}?anyway=1`, 'LAT-H')).text, /1 of 3 packed/);
  await runStep(shop, (tx, now) => markPacked(tx, complete.id, byCommand(now)));
  const packed = await browser.open(`/orders/${complete.id}/packed`);
  assert.ok(!packed.html.includes(`/office${at}"`), `order ${order.id} is not proposed`);
});

test('Skip opens the next order that can be packed, from the last one the first, and changes nothing', async () => {
  const { shop, order: first, browser, at } = await opened();
  const [onHold, second, third] = [
    await placeOrder(shop, [{ sku: 'LAT-I', qty: 1 }]),
    await placeOrder(shop, [{ sku: 'LAT-I', qty: 1 }], { private_note: 'ห่อของขวัญ' }),
    await placeOrder(shop, [{ sku: 'LAT-I', qty: 1 }]),
  ];
  await shop.ctx.write((tx) => tx.run(change('UPDATE orders SET channel_id = NULL WHERE order_number = 2')));
  const skipped = async (path: string) => {
    const { html } = await browser.open(path);
    return /href="\/office(\/orders\/\d+\/pack)"[^>]*>Skip</.exec(html)?.[1];
  };
  const pathOf = ({ id }: { id: Id }) => `/orders/${id}/pack`;
  assert.equal(await skipped(at), pathOf(second));
  assert.equal(await skipped(`${pathOf(onHold)}?anyway=1`), pathOf(second));
  assert.equal(await skipped(pathOf(second)), pathOf(third));
  assert.equal(await skipped(pathOf(third)), pathOf(first));
  assert.match((await browser.open('/orders/pack')).text, /#1 .*#3 .*#4 .*On hold: .*#2 /);
  for (const { id } of [second, third]) await runStep(shop, (tx, now) => markPacked(tx, id, byCommand(now)));
  assert.equal(await skipped(at), undefined);
});

const nextOf = ({ html }: { html: string }) =>
  /Pack next order<[\s\S]*?href="\/office(\/orders\/\d+\/pack)"/.exec(html)?.[1];

test('an order that is put aside because its other items are missing is on hold, not the next one', async () => {
  const { shop, order: first, browser, at } = await opened();
  const [second, third] = [
    await placeOrder(shop, [{ sku: 'LAT-I', qty: 1 }]),
    await placeOrder(shop, [{ sku: 'LAT-I', qty: 1 }]),
  ];
  await browser.open(at);
  await scan(browser, at, 'LAT-H');
  assert.equal(nextOf(await reportUnpacked(browser, `${at}/missing`)), `/orders/${second.id}/pack`);
  assert.match((await browser.open('/orders/pack')).text, /#2 .*#3 .*On hold: .*#1 1\/3 packed, 2 missing/);
  await runStep(shop, (tx, now) => markPacked(tx, third.id, byCommand(now)));
  assert.equal(nextOf(await browser.open(`/orders/${third.id}/packed`)), `/orders/${second.id}/pack`);
  await runStep(shop, (tx, now) => markPacked(tx, second.id, byCommand(now)));
  const last = await browser.open(`/orders/${second.id}/packed`);
  assert.ok(!last.html.includes(`/office/orders/${first.id}/pack"`));
});

test('the rest of a partly packed order waits for its items before and after the first parcel is handed over, and is packed when they are there', async () => {
  const { shop, order, browser, at } = await opened([{ sku: 'LAT-H', qty: 3 }]);
  const other = await placeOrder(shop, [{ sku: 'LAT-I', qty: 1 }]);
  await browser.open(at);
  await scan(browser, at, 'LAT-H');
  await reportUnpacked(browser, `${at}/missing`);
  await browser.send(`${at}/missing/later`, { tracking_number: 'KEX0001' });
  await runStep(shop, (tx, now) => markPacked(tx, other.id, byCommand(now)));
  const offered = async () => (await browser.open(`/orders/${other.id}/packed`)).html.includes(`/office${at}"`);
  assert.equal(await offered(), false);
  const [parcel] = existingOrder(shop.ctx.db, order.id).shipments;
  await pickUpShipment(shop, { id: parcel?.id as Id });
  assert.equal(await offered(), false);
  assert.match((await browser.open('/orders/pack')).text, /On hold: .*#1 Partially shipped 0\/2 packed, 2 missing/);
  await browser.open(at);
  const found = await scan(browser, at, 'LAT-H');
  assert.equal(found.path.split('?')[0], at);
  assert.match(found.text, /1 missing 1 \/ 1/);
  assert.equal((await scan(browser, at, 'LAT-H')).path, `/orders/${order.id}/packed`);
});

test('a reported item stays missing when the parcel with the others is handed over before the order is packed', async () => {
  const { shop, order, browser, at } = await opened();
  const { result: parcel } = await bookOrder(shop, order, { lines: [lineOf(order, 2)] });
  await browser.open(at);
  for (const code of ['LAT-H', 'LAT-H']) await scan(browser, at, code);
  await reportUnpacked(browser, `${at}/missing`);
  await pickUpShipment(shop, parcel);
  assert.match((await browser.open('/orders/pack')).text, /On hold: .*#1 Partially shipped 0\/1 packed, 1 missing/);
});

test('a bundle that is left for later waits although some of its parts are there', async () => {
  const shop = await openShop({ stores: [roastery()] });
  const order = await placeOrder(shop, [{ sku: 'DUO', qty: 2, price: 100 }]);
  for (const code of ['BEANS', 'BEANS', 'CUP', 'CUP', 'CUP'])
    await runStep(shop, (tx, now) => packOne(tx, order.id, { code }, byCommand(now)));
  await runStep(shop, (tx, now) => packForNow(tx, order.id, { trackingNumber: 'T-1' }, byCommand(now)));
  const [parcel] = existingOrder(shop.ctx.db, order.id).shipments;
  await pickUpShipment(shop, { id: parcel?.id as Id });
  const browser = await signedIn(shop, { role: 'packer', store: 'cafe', language: 'en' });
  assert.match((await browser.open('/orders/pack')).text, /On hold: .*#1 Partially shipped 0\/3 packed, 3 missing/);
});

test('the next order has its number as a heading, its tags, and its note in a highlighted line', async () => {
  const { shop, browser, order } = await opened();
  const next = await placeOrder(shop, [{ sku: 'LAT-I', qty: 1 }], { private_note: 'ห่อของขวัญ' });
  await runStep(shop, (tx, now) => {
    addOrderTag(tx, next.id, 'ด่วน');
    markPacked(tx, order.id, byCommand(now));
  });
  const { html } = await browser.open(`/orders/${order.id}/packed`);
  assert.match(
    html,
    /<h3>#2 <span class="tag[^"]*">ด่วน<\/span> ?<\/h3><div class="notice warn[^>]*><strong>Private note:<\/strong> ห่อของขวัญ</,
  );
});

test('the pick list and the packing slips of all orders to pack, or of one courier, are printed from the station', async () => {
  const shop = await openShop();
  await placeOrder(shop, TWO_HOT_ONE_ICED);
  const browser = await signedIn(shop, { name: 'ploy', role: 'packer', store: 'cafe', language: 'en' });
  const { html, text } = await browser.open('/orders/pack');
  assert.match(text, /Print pick list or packing slips All couriers .*Pick list .*Packing slips/);
  const [, ...values] = [...html.matchAll(/<option value="([^"]*)"/g)].map(([, value = '']) => value);
  for (const from of ['?tab=to_pack', ...values.map((value) => value.replace('&amp;', '&'))])
    for (const print of ['pick-list', 'packing-slips', 'packing-slips-a6']) {
      const file = await browser.send(`/orders/print/${print}`, { all: 'yes', from });
      assert.equal(file.headers.get('content-type'), 'application/pdf', `${print} ${from}`);
      await browser.open('/orders/pack');
    }
});
