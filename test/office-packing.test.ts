import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cancelOrder, expireOrders } from '../src/domain/orders/close.ts';
import { editOrder } from '../src/domain/orders/edit.ts';
import { byCommand, historyOf } from '../src/domain/orders/history.ts';
import { addOrderTag } from '../src/domain/orders/order-tags.ts';
import { officePattern } from './errors.ts';
import { errorAt, signedIn } from './office.ts';
import { type PlacedOrder, placeOrder } from './order-steps.ts';
import { opened, reportUnpacked, scan, TWO_HOT_ONE_ICED } from './packing-steps.ts';
import { takePaymentStep } from './payment-steps.ts';
import { bookOrder } from './shipment-steps.ts';
import { change } from './sql.ts';
import { roastery, runStep } from './stock-steps.ts';
import { cafe, openShop, type Shop } from './support.ts';

const events = (shop: Shop, { id }: PlacedOrder) => historyOf(shop.ctx.db, id).map(({ event }) => event);

test('the station finds an order by tracking number, order number and external id', async () => {
  const { shop, order, browser, at } = await opened();
  await bookOrder(shop, order);
  for (const code of ['EX123456785TH', '1', '#1', ' SHOP-7 ']) {
    await browser.open('/orders/pack');
    assert.equal((await browser.send('/orders/pack', { code })).path, at, code);
  }
  await browser.open('/orders/pack');
  const unknown = await browser.send('/orders/pack', { code: 'TH00<b>' });
  assert.equal(unknown.status, 422);
  assert.match(unknown.html, /Order TH00&lt;b&gt; not found/);
  assert.match(unknown.html, /name="code"[^>]*autofocus/);
  assert.equal((await browser.send('/orders/pack', { code: '' })).status, 422);
});

test('the station finds no order of another store', async () => {
  const { shop, order } = await opened(TWO_HOT_ONE_ICED, {
    stores: [cafe(), cafe({ key: 'other', channels: [{ key: 'own', name: 'Own' }] })],
  });
  await bookOrder(shop, order);
  const stranger = await signedIn(shop, { name: 'ploy', store: 'other' });
  for (const code of ['EX123456785TH', '1', 'SHOP-7']) {
    await stranger.open('/orders/pack');
    assert.equal((await stranger.send('/orders/pack', { code })).status, 422, code);
  }
});

test('each scan packs one piece, and the last scan prints the label', async () => {
  const { shop, order, browser, at } = await opened();
  await bookOrder(shop, order);
  const first = await browser.open(at);
  assert.match(first.text, /ลาเต้ ร้อน LAT-H 0 \/ 2 .*ลาเต้ เย็น LAT-I 0 \/ 1/);
  const scanned = await scan(browser, at, 'lat-h');
  assert.match(scanned.text, /LAT-H 1 \/ 2 .*LAT-I 0 \/ 1/);
  assert.match(scanned.html, /name="code" value=""/);
  await scan(browser, at, 'LAT-I');
  assert.ok(!events(shop, order).includes('packed'));
  const last = await scan(browser, at, 'LAT-H');
  assert.equal(last.path, `/orders/${order.id}/packed`);
  assert.match(last.text, /Order packed .*Print label .*Pack next order/);
  assert.match(last.html, new RegExp(`data-prints="/office/orders/${order.id}/label\\.pdf\\?waiting=yes"`));
  assert.equal(events(shop, order).filter((event) => event === 'packed').length, 1);
  const again = await browser.open(last.path);
  assert.match(again.text, /Pack again .*Start over Packed .* by malee .*Print label/);
  assert.doesNotMatch(again.html, /data-prints/);
  assert.equal(events(shop, order).filter((event) => event === 'packed').length, 1);
  assert.match((await browser.open(`/orders/${order.id}`)).text, /Hand over .*Packed .*Packed .*malee/);
});

test('packing is reset only after a confirmation, and the timeline records it', async () => {
  const { shop, order, browser, at } = await opened();
  await browser.open(at);
  for (const code of ['LAT-H', 'LAT-H', 'LAT-I']) await scan(browser, at, code);
  const packed = await browser.open(`/orders/${order.id}/packed`);
  assert.match(packed.html, /<details class="confirm"[^>]*><summary class="button">Pack again<\/summary>/);
  assert.match(packed.text, /All units are scanned again, from the first\. Start over/);
  await browser.send(`${at}/again`, {});
  await browser.send(`${at}/again`, {});
  assert.equal(
    events(shop, order).filter((event) => event === 'packing_restarted').length,
    1,
    'nothing is packed then',
  );
  assert.match((await browser.open(`/orders/${order.id}`)).text, /Timeline Packing reset .* malee/);
});

test('a packed order shows who packed it, and is packed again only on request', async () => {
  const { shop, order, browser, at } = await opened();
  await browser.open(at);
  for (const code of ['LAT-H', 'LAT-H', 'LAT-I']) await scan(browser, at, code);
  const colleague = await signedIn(shop, { name: 'ploy', role: 'packer', store: 'cafe', language: 'en' });
  await colleague.open('/orders/pack');
  const found = await colleague.send('/orders/pack', { code: '1' });
  assert.equal(found.path, `/orders/${order.id}/packed`);
  assert.match(found.text, /Pack again .*Start over Packed .* by malee .*Scan the tracking number, or the next order/);
  for (const piece of [
    { code: 'LAT-H', one: '' },
    { code: '', one: shop.ids.variants.hot ?? '' },
  ]) {
    const refused = await colleague.send(at, piece);
    assert.equal(refused.status, 422);
    assert.match(refused.html, /role="alert">All units of/);
  }
  assert.equal((await colleague.send(at, { code: '', less: shop.ids.variants.hot ?? '' })).path, found.path);
  assert.equal(events(shop, order).filter((event) => event === 'packed').length, 1);
  assert.match((await colleague.send(`${at}/again`)).text, /LAT-H 0 \/ 2 .*LAT-I 0 \/ 1/);
  assert.match((await colleague.open('/orders/pack')).text, /#1 ล ลาเต้/);
});

for (const [what, code, error] of [
  ['not in this order', 'TEA', officePattern('code_not_in_order', { code: 'TEA' })],
  ['not needed any more', 'LAT-I', /LAT-I/],
  ['empty', '', /./],
] as const)
  test(`a code that is ${what} is an error, and packed pieces stay packed`, async () => {
    const { browser, at } = await opened();
    await browser.open(at);
    await scan(browser, at, 'LAT-I');
    const response = await scan(browser, at, code);
    assert.equal(response.status, 422);
    assert.match(response.html, /name="code" value=""/);
    assert.match(errorAt(response, 'code') ?? '', error);
    assert.match(response.text, /LAT-H 0 \/ 2 .*LAT-I 1 \/ 1/);
  });

test('a scanned product that is not in the order is named', async () => {
  const { browser, at } = await opened([{ sku: 'LAT-H', qty: 1 }]);
  await browser.open(at);
  assert.equal(errorAt(await scan(browser, at, 'LAT-I'), 'code'), 'LAT-I ลาเต้ เย็น is not in this order');
});

test('packing continues after a reload and on another device, and starts over on request', async () => {
  const { shop, browser, at } = await opened();
  await browser.open(at);
  await scan(browser, at, 'LAT-H');
  assert.match((await browser.open(at)).text, /LAT-H 1 \/ 2/);
  const colleague = await signedIn(shop, { name: 'ploy', role: 'packer', store: 'cafe', language: 'en' });
  assert.match((await colleague.open(at)).text, /LAT-H 1 \/ 2/);
  assert.match((await colleague.send(`${at}/again`)).text, /LAT-H 0 \/ 2/);
  assert.doesNotMatch(colleague.page.text, /Reset packing/);
});

test('an item without a code is packed by its button', async () => {
  const products = [{ key: 'p', name: 'ของแถม', variants: [{ key: 'v', prices: { retail: '1' }, stock: { bkk: 5 } }] }];
  const shop = await openShop({ stores: [cafe({ products })] });
  const { body } = await shop.order({
    products: [{ product_variant_id: shop.ids.variants.v, qty: 2 }],
    ship_before_pay: true,
  });
  const at = `/orders/${body.order.id}/pack`;
  const browser = await signedIn(shop, { language: 'en' });
  await browser.open(at);
  const press = () => browser.send(at, { code: '', one: shop.ids.variants.v ?? '' });
  assert.match((await press()).text, /1 \/ 2/);
  const done = await press();
  assert.match(done.text, /Order packed .*No tracking number yet/);
  assert.doesNotMatch(done.html, /data-prints/);
});

test('all units of an item are packed by one button, but those that are reported as missing', async () => {
  const { shop, order, browser, at } = await opened([
    { sku: 'LAT-H', qty: 12 },
    { sku: 'LAT-I', qty: 1 },
  ]);
  const { hot = '', iced = '' } = shop.ids.variants;
  const { html } = await browser.open(at);
  assert.deepEqual([html.match(/name="all"/g)?.length, html.includes(`name="all" value="${hot}"`)], [1, true]);
  await browser.send(`${at}/missing`, { item: [hot, iced], missing: ['2', ''], damaged: ['', ''] });
  assert.match((await browser.send(at, { code: '', all: hot })).text, /LAT-H 2 missing 10 \/ 10/);
  const again = await browser.send(at, { code: '', all: hot });
  assert.equal(again.status, 422);
  assert.match(errorAt(again, 'code') ?? '', officePattern('code_one_too_many', { code: 'LAT-H' }));
  await browser.send(at, { code: '', one: hot });
  await browser.send(at, { code: '', one: hot });
  const stranger = await browser.send(at, { code: '', all: '99999' });
  assert.match(errorAt(stranger, 'code') ?? '', officePattern('code_not_in_order', { code: '99999' }));
  assert.equal((await browser.send(at, { code: '', all: iced })).path, `/orders/${order.id}/packed`);
});

test('an order that is packed without a tracking number gets an address label, or its number on the same page', async () => {
  const { order, browser, at } = await opened([{ sku: 'LAT-H', qty: 1 }]);
  await browser.open(at);
  const { path, html } = await scan(browser, at, 'LAT-H');
  for (const print of ['address-label', 'packing-slip'])
    assert.match(html, new RegExp(`href="/office/orders/${order.id}/${print}.pdf["?]`));
  const mistaken = await browser.send(path, { tracking_number: '1' });
  assert.match(mistaken.html, /id="field-tracking_number-error">1 is an order number/);
  assert.doesNotMatch(mistaken.html, /class="notice bad"/);
  assert.match(
    (await browser.send(path, { tracking_number: 'lat-h' })).html,
    /-error">lat-h is the code of a product, not a tracking/,
  );
  for (const number of ['KEX0001', ' kex0001'])
    assert.match(
      (await browser.send(path, { tracking_number: number })).text,
      /Tracking number added .*Print label/,
      'a number that is submitted twice adds one parcel',
    );
});

test('a piece can be taken out again, and missing items can be closed or left for a later parcel', async () => {
  const { shop, order, browser, at } = await opened();
  await browser.open(at);
  await scan(browser, at, 'LAT-H');
  await scan(browser, at, 'LAT-I');
  assert.match((await browser.send(at, { code: '', less: shop.ids.variants.iced ?? '' })).text, /LAT-I 0 \/ 1/);
  assert.match(browser.page.text, /1 of 3 packed Item missing/);
  for (const page of ['/orders/pack', `/orders/${order.id}`])
    assert.match((await browser.open(page)).text, /1\/3 packed/);
  const missing = await reportUnpacked(browser, `${at}/missing`);
  assert.match(missing.text, /Missing ลาเต้ ร้อน × 1 ลาเต้ เย็น × 1 /);
  const refused = await browser.send(`${at}/missing/later`, { tracking_number: ' ' });
  assert.match(refused.html, /id="field-tracking_number-error"/);
  const packed = await browser.send(`${at}/missing/later`, { tracking_number: 'PART-1' });
  assert.match(packed.text, /Packed without the missing items .*Print label/);
  const { text } = await browser.open(`/orders/${order.id}`);
  assert.match(text, /Packed, 2 left .*Partially packed, 2 units left for later/);
  assert.match((await browser.open('/orders?tab=packed')).text, /Packed, 2 left/);
  assert.match((await browser.open('/orders/pack')).text, /No orders to pack/);
  await browser.open(`/orders/${order.id}`);
  const addressLabel = `/orders/${order.id}/address-label.pdf`;
  assert.match((await browser.open(addressLabel)).text, officePattern('order_has_numbers'));
  await browser.open(`/orders/${order.id}`);
  await browser.send(`/orders/${order.id}/shipments/1/pick-up`);
  assert.match((await browser.open('/orders/pack')).text, /#1 Partially shipped .*2 units/);
  await browser.open(at);
  await scan(browser, at, 'LAT-H');
  const closed = await browser.send(`${at}/missing/close`);
  assert.match(closed.text, /Packed without the missing items .*No tracking number yet/);
  assert.ok(closed.html.includes(`href="/office${addressLabel}"`));
  const { headers } = await browser.open(addressLabel);
  assert.equal(headers.get('content-type'), 'application/pdf', 'the number is that of a parcel that has left');
  const selected = { ids: String(order.id) };
  await browser.open('/orders');
  const listed = await browser.send('/orders/print/address-labels', selected);
  assert.equal(listed.headers.get('content-type'), 'application/pdf');
  assert.match(
    (await browser.open(`/orders/${order.id}`)).text,
    /ลาเต้ เย็น .*1 missing .*Missing items closed .*ลาเต้ เย็น × 1/,
  );
});

test('the private note of an order is shown above its items and in the packing list', async () => {
  const { shop, order, browser, at } = await opened(TWO_HOT_ONE_ICED);
  const note = { privateNote: 'รอบ้านเลขที่', shipDeadlineTime: shop.now() + 60_000 };
  await runStep(shop, (tx, now) => editOrder(tx, order.id, note, byCommand(now)));
  await runStep(shop, (tx) => addOrderTag(tx, order.id, 'ของขวัญ'));
  assert.match((await browser.open(at)).text, /ของขวัญ .*Private note: รอบ้านเลขที่ .*Scan or type/);
  assert.match((await browser.open('/orders/pack')).text, /#1 ของขวัญ .*Private note: รอบ้านเลขที่/);
  const unpaid = await placeOrder(shop, [{ sku: 'LAT-I', qty: 1 }], { ship_before_pay: false });
  const next = await browser.open(`/orders/${unpaid.id}/pack`);
  assert.match(next.text, /Pack next order .*#1 ของขวัญ Private note: รอบ้านเลขที่ Pack #1/);
  assert.doesNotMatch(browser.page.text, /Overdue/);
  await shop.ctx.write((tx) => tx.run(change('UPDATE orders SET ship_deadline_time = 1')));
  assert.match((await browser.open('/orders/pack')).text, /#1 Overdue/);
});

test('a bundle is packed by its parts, which name it', async () => {
  const products = [
    { sku: 'DUO', qty: 1, price: 90 },
    { sku: 'CUP', qty: 1, price: 10 },
  ];
  const { browser, at } = await opened(products as never, { stores: [roastery()] });
  const { text } = await browser.open(at);
  assert.match(
    text,
    /กาแฟ เมล็ด BEANS In bundle: กาแฟ \S+ \(1\) 0 \/ 1 .*กาแฟ แก้ว CUP In bundle: กาแฟ \S+ \(2\) 0 \/ 3/,
  );
  for (const code of ['CUP', 'BEANS', 'CUP', 'CUP']) await scan(browser, at, code);
  assert.match(browser.page.text, /Order packed/);
});

test('an unpaid order is packed only on request, and a shipped order has nothing to pack', async () => {
  const { shop, browser } = await opened();
  const unpaid = await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }], { ship_before_pay: false });
  assert.doesNotMatch((await browser.open(`/orders/${unpaid.id}`)).html, /href="[^"]*\/\d+\/pack"/);
  const at = `/orders/${unpaid.id}/pack`;
  assert.match((await browser.open(at)).text, /awaiting payment/);
  const refused = await scan(browser, at, 'LAT-H');
  assert.deepEqual([refused.status, refused.path], [422, at]);
  assert.match(refused.html, /id="field-code-error">On hold: awaiting payment</);
  assert.doesNotMatch(refused.text, /LAT-H/);
  await browser.open(`${at}?anyway=1`);
  assert.match((await scan(browser, `${at}?anyway=1`, 'LAT-H')).text, /Order packed .*awaiting payment/);
  await takePaymentStep(shop, unpaid);
  assert.doesNotMatch((await browser.open(at)).text, /awaiting payment/);
  await browser.send(`/orders/${unpaid.id}/shipments`, { tracking_number: 'GONE-1', ship: 'on', cod_amount: '' });
  assert.match((await browser.open(at)).text, /Already shipped: GONE-1/);
});

test('the page of missing items of an unpaid order links back and offers only possible choices', async () => {
  const { shop, browser } = await opened();
  const unpaid = await placeOrder(shop, TWO_HOT_ONE_ICED, { ship_before_pay: false });
  const at = `/orders/${unpaid.id}/pack`;
  await browser.open(`${at}?anyway=1`);
  await scan(browser, `${at}?anyway=1`, 'LAT-H');
  assert.ok(browser.page.html.includes(`href="/office${at}/missing?anyway=1"`));
  const { html, text } = await reportUnpacked(browser, `${at}/missing?anyway=1`);
  assert.ok(html.includes(`href="/office${at}?anyway=1"`));
  assert.match(text, /Do not ship them/);
  assert.doesNotMatch(text, /Ship packed items/);
  await browser.open(`${at}?anyway=1`);
  assert.match((await browser.send(`${at}/again?anyway=1`)).text, /LAT-H 0 \/ 2/);
});

test('an order with nothing to pack shows the reason, and the next code can be scanned', async () => {
  const { shop, order, browser, at } = await opened();
  await runStep(shop, (tx, now) => cancelOrder(tx, order.id, 'store', byCommand(now)));
  assert.match((await browser.open(at)).text, /This order is canceled. Do not ship it/);
  const later = { ship_before_pay: false, expiration_time: shop.now() + 3_600_000 };
  const next = await placeOrder(shop, [{ sku: 'LAT-I', qty: 1 }], { external_order_id: 'SHOP-8', ...later });
  assert.match(browser.page.html, /name="code"[^>]*autofocus/);
  assert.equal((await browser.send('/orders/pack', { code: 'SHOP-8' })).path, `/orders/${next.id}/pack`);
  await runStep(shop, (tx, now) => expireOrders(tx, now + 7_200_000));
  assert.match((await browser.open(`/orders/${next.id}/pack`)).text, /This order has expired. Do not ship it/);
});
