import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byCommand } from '../src/domain/orders/history.ts';
import { addOrderTag } from '../src/domain/orders/order-tags.ts';
import { markPacked } from '../src/domain/orders/packing.ts';
import { moveShipment } from '../src/domain/orders/shipments/move.ts';
import { returnGoods } from '../src/domain/orders/shipments/return.ts';
import { bangkokDay, dayStart } from '../src/lib/calendar.ts';
import { signedIn } from './office.ts';
import { LATTE, numbersOn, threeOrders, to } from './office-orders-list-steps.ts';
import { placeOrder } from './order-steps.ts';
import { bookOrder, lineOf, pickUpShipment } from './shipment-steps.ts';
import { tamper } from './sql.ts';
import { runStep } from './stock-steps.ts';
import { cafe, openShop } from './support.ts';

/** The order numbers on the page, in display order. */
test('the list shows the store’s orders, newest first', async () => {
  const shop = await openShop();
  await threeOrders(shop);
  const browser = await signedIn(shop);
  const response = await browser.open('/orders');
  assert.deepEqual(numbersOn(response), [3, 2, 1]);
  for (const part of ['Mary <b>Anderson</b>', 'ลาเต้ ร้อน', '฿65', 'รอตรวจสลิป', 'LINE', '0891112222 · น่าน'])
    assert.ok(response.text.includes(part), part);
  assert.ok(!response.html.includes('<b>Anderson'));
});

test('tabs, filters and search narrow the list, and an empty result says so', async () => {
  const shop = await openShop();
  await threeOrders(shop);
  const browser = await signedIn(shop, { language: 'en' });
  const on = async (query: string) => numbersOn(await browser.open(`/orders${query}`));
  assert.deepEqual(await on('?tab=unpaid'), [2]);
  assert.deepEqual(await on('?tab=to_confirm'), [3]);
  assert.deepEqual(await on('?tab=to_pack'), [1]);
  assert.deepEqual(await on('?q=mary'), [2]);
  assert.deepEqual(await on('?q=2222&tab=unpaid'), [2]);
  assert.deepEqual(await on('?channel=line'), [3]);
  assert.deepEqual(await on('?paid=yes'), []);
  assert.deepEqual(await on('?from=2020-01-01&to=2020-01-31'), []);
  assert.match(browser.page.text, /No orders found .* Clear all/);
  assert.deepEqual(await on('?tab=nonsense&before=nonsense&from=yesterday'), [3, 2, 1]);
  await browser.open('/orders?tab=returning');
  assert.match(browser.page.text, /No returns/);
});

test('each active filter is a link that removes it, and the links of the orders lead back to the filtered list', async () => {
  const shop = await openShop();
  await threeOrders(shop);
  const browser = await signedIn(shop, { language: 'en' });
  const { html } = await browser.open('/orders?tab=to_confirm&channel=line&paid=no&tag=&before=9');
  assert.match(html, /<details><summary class="button">/, 'the form of the filters is folded');
  const chips = [...html.matchAll(/<a class="chip" href="([^"]*)" aria-label="([^"]*)"/g)].map(([, href, label]) => [
    href?.replaceAll('&amp;', '&'),
    label,
  ]);
  assert.deepEqual(chips, [
    ['/office/orders?tab=to_confirm&paid=no&tag=', 'Remove filter Sales channel: LINE'],
    ['/office/orders?tab=to_confirm&channel=line&tag=', 'Remove filter Payment status: Not fully paid'],
  ]);
  assert.match(html, /href="\/office\/orders\/3\?list=tab%3Dto_confirm%26channel%3Dline%26paid%3Dno%26before%3D9"/);
  assert.match((await browser.open('/orders')).html, /href="\/office\/orders\/3\?list="/);

  const unknown = (await browser.open('/orders?channel=market&courier=van')).html;
  for (const code of ['market', 'van'])
    assert.ok(unknown.includes(`<option value="${code}" selected="">${code}</option>`));
});

test('a packed order is tagged until a parcel leaves', async () => {
  const shop = await openShop();
  const order = await placeOrder(shop, LATTE);
  const browser = await signedIn(shop, { language: 'en' });
  assert.match((await browser.open('/orders')).text, /Unshipped/);
  await runStep(shop, (tx, now) => markPacked(tx, order.id, byCommand(now)));
  assert.match((await browser.open('/orders?tab=to_pack')).text, /To pack Awaiting handover 1 .*No orders to pack/);
  const packed = await browser.open('/orders?tab=packed');
  assert.match(packed.text, /#1 .*Packed/);
  assert.doesNotMatch(packed.text, /Unshipped/);
  await pickUpShipment(shop, (await bookOrder(shop, order)).result);
  assert.match((await browser.open('/orders?tab=packed')).text, /No orders awaiting handover/);
});

test('the list shows the day of a ship deadline, the time if it is today, and that it has passed', async () => {
  const shop = await openShop();
  const order = await placeOrder(shop, LATTE);
  const browser = await signedIn(shop, { language: 'en' });
  const today = bangkokDay(shop.now());
  const shown = async (deadline: number) => {
    tamper(shop.ctx, `UPDATE orders SET ship_deadline_time = ${deadline} WHERE id = ${order.id}`);
    return /<span class="muted" title="[^"]+ \d\d:\d\d">(.*?)<\/span>/.exec((await browser.open('/orders')).html)?.[1];
  };
  assert.match((await shown(Date.parse('2099-02-01T05:00Z'))) ?? '', /^Ship by 1 Feb$/);
  assert.match((await shown(dayStart(today + 1) - 1)) ?? '', /class="tag warn">Ship by 23:59 today$/);
  assert.match((await shown(dayStart(today) - 1)) ?? '', /class="tag bad">Overdue since \d+ \w{3}$/);
});

test('returns to restock are counted on their tab and on Today', async () => {
  const shop = await openShop();
  const [waiting, restocked] = [await placeOrder(shop, LATTE), await placeOrder(shop, LATTE)];
  for (const order of [waiting, restocked]) {
    const { result: parcel } = await bookOrder(shop, order);
    await pickUpShipment(shop, parcel);
    for (const to of ['returning', 'returned'] as const)
      await runStep(shop, (tx, now) => moveShipment(tx, parcel.id, to, byCommand(now)));
  }
  await runStep(shop, (tx, now) => returnGoods(tx, restocked.id, { lines: [lineOf(restocked, 1)] }, byCommand(now)));
  const browser = await signedIn(shop, { language: 'en' });
  const today = await browser.open('/');
  assert.match(today.text, /1 Returns to restock/);
  assert.match(today.html, /href="\/office\/orders\?tab=returning&amp;returns=to_restock"/);
  assert.deepEqual(numbersOn(await browser.open('/orders?tab=returning')), [2, 1]);
  assert.match(browser.page.text, /Returns 1 More tabs Delivered Canceled\/expired/);
  assert.deepEqual(numbersOn(await browser.open('/orders?tab=returning&returns=to_restock')), [1]);
});

test('an empty list shows what to do', async () => {
  const shop = await openShop();
  const browser = await signedIn(shop);
  const { text } = await browser.open('/orders');
  assert.match(text, /ยังไม่มีคำสั่งซื้อ คำสั่งซื้อจากคู่ค้าจะขึ้นที่นี่อัตโนมัติ หรือกดสร้างคำสั่งซื้อ สร้างคำสั่งซื้อ/);
});

test('the list has pages of fifty', async () => {
  const shop = await openShop({ stores: [cafe({ settings: { sell_below_zero: true } })] });
  for (let i = 0; i < 51; i += 1) await placeOrder(shop, LATTE);
  const browser = await signedIn(shop);
  const first = await browser.open('/orders?tab=to_pack');
  const next = /href="\/office(\/orders\?[^"]*before=[^"]*)"/.exec(first.html)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const second = await browser.open(next);
  assert.deepEqual([numbersOn(first).length, numbersOn(second)], [50, [1]]);
  for (const { text } of [first, second, await browser.open('/orders?sort=total')])
    assert.match(text, /เลือกทั้ง 51 รายการ/, 'a bulk action can have all pages');
  assert.doesNotMatch((await browser.open('/orders?q=%231')).html, /name="all"/, 'there is one page');
});

test('a page of the list shows which orders of how many it has', async () => {
  const shop = await openShop({ stores: [cafe({ settings: { sell_below_zero: true } })] });
  for (let i = 0; i < 51; i += 1) await placeOrder(shop, LATTE, to('สมชาย'));
  const browser = await signedIn(shop);
  const position = async (path: string) => {
    const { html } = await browser.open(path);
    return /class="pager"[^>]*>.*?<span class="muted">([^<]*)</s.exec(html)?.[1];
  };
  const next = () =>
    /href="\/office(\/orders\?[^"]*before=[^"]*)"/.exec(browser.page.html)?.[1]?.replaceAll('&amp;', '&');
  assert.equal(await position('/orders'), '1–50 จาก 51');
  assert.equal(await position(next() ?? ''), '51–51 จาก 51');
  assert.doesNotMatch(browser.page.html, /href="\/office\/orders\?[^"]*page=/, 'the link back leads to the first page');
  assert.equal(await position('/orders?sort=total&page=2'), '51–51 จาก 51');
  assert.equal(await position('/orders?q=%E0%B8%AA%E0%B8%A1'), '1–50', 'results of a search are not counted');
  assert.equal(await position('/orders?q=%231'), '1–1 จาก 1');
  assert.equal(await position('/orders?before=9'), undefined, 'the cursor does not tell the position');
});

test('a refresh of the list returns it only after a write', async () => {
  const shop = await openShop();
  await placeOrder(shop, LATTE);
  const browser = await signedIn(shop);
  const first = await browser.open('/orders?tab=to_pack');
  const versionOf = (html: string) => /data-live="([^"]+)"/.exec(html)?.[1] ?? '';
  const refresh = (seen: string) => browser.open('/orders?tab=to_pack', { 'HX-Request': 'true', 'Raan-Seen': seen });
  const seen = versionOf(first.html);
  assert.equal((await refresh(seen)).status, 204);
  await placeOrder(shop, LATTE);
  const second = await refresh(seen);
  assert.deepEqual([second.status, numbersOn(second)], [200, [2, 1]]);
  assert.notEqual(versionOf(second.html), seen);
  assert.equal((await refresh(versionOf(second.html))).status, 204);
});

test('the filtered list is a CSV without spreadsheet formulas', async () => {
  const shop = await openShop();
  const { id } = await placeOrder(shop, LATTE, to('=HYPERLINK("http://x")', '+66891112222'));
  await placeOrder(shop, LATTE, { ...to('สุดา'), ship_before_pay: false });
  for (const tag of ['ด่วน', 'VIP']) await shop.ctx.write((tx) => addOrderTag(tx, id, tag));
  const browser = await signedIn(shop);
  const { html: csv, headers } = await browser.open('/orders.csv?tab=to_pack');
  const [head = '', row = '', ...rest] = csv.split('\r\n');
  assert.match(headers.get('content-disposition') ?? '', /attachment; filename="orders.csv"/);
  assert.match(head, /^\ufeff?เลขคำสั่งซื้อ,เลขอ้างอิงคู่ค้า,วันที่สั่งซื้อ.*,แท็ก$/);
  assert.match(row, /,"VIP, ด่วน"$/);
  assert.match(
    row,
    /^1,,\d{4}-\d\d-\d\d \d\d:\d\d,.*"'=HYPERLINK\(""http:\/\/x""\)",'\+66891112222,น่าน,ลาเต้ ร้อน,1,65\.00,/,
  );
  assert.deepEqual(rest, ['']);
});
