import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { CONCURRENT, openFolderOf } from './cli.ts';
import { english } from './errors.ts';
import { orderDetail } from './order-steps.ts';
import { sql } from './sql.ts';
import { cafe, type Json, openShop } from './support.ts';

suite('orders', CONCURRENT, () => {
  test('order list pages through orders, newest first', async () => {
    const shop = await openShop();
    const ids: string[] = [];
    for (let i = 0; i < 3; i += 1) ids.push((await shop.order()).body.order.id);
    const folder = openFolderOf(shop);
    const listed = async (...options: string[]) =>
      (await folder.runCommandJson('order', 'list', ...options)).orders.map(({ id }: Json) => id);
    assert.deepEqual(await listed(), ids.toReversed());
    assert.deepEqual(await listed('--limit', '1', '--offset', '1'), [ids[1]]);
    const { stdout } = await folder.runCommand('order', 'list');
    assert.match(
      stdout,
      /^id +number +created +status +payment +shipping +recipient +total\n3 +3 .*open +unpaid +unshipped +สมชาย ใจดี +65\n/,
    );
  });

  test('order list shows one store', async () => {
    const shop = await openShop({ stores: [cafe(), cafe({ key: 'tea' })] });
    await shop.order();
    const folder = openFolderOf(shop);
    assert.equal((await folder.runCommandJson('order', 'list', '--store', 'cafe')).orders.length, 1);
    assert.deepEqual(await folder.runCommandJson('order', 'list', '--store', 'tea'), { orders: [] });
  });

  test('order show --json extends order detail with the fields only the store sees', async () => {
    const shop = await openShop();
    const body = { private_note: 'ลูกค้าประจำ', external_order_id: 'X-1' };
    const { id } = (await shop.order(body)).body.order;
    const folder = openFolderOf(shop);
    const { order } = (await shop.call('/v1/order/detail', { order_id: id })).body;
    assert.deepEqual((await folder.runCommandJson('order', 'show', id)).order, {
      ...order,
      ...{ received_amount: '0', refunded_amount: '0', balance_due: '65', private_note: 'ลูกค้าประจำ' },
    });
    const { stdout } = await folder.runCommand('order', 'show', id);
    for (const text of ['external X-1', 'open, unpaid, unshipped', 'สมชาย ใจดี 0812345678 50200', 'ลูกค้าประจำ', 'LAT-H'])
      assert.ok(stdout.includes(text), text);
    assert.ok(!stdout.includes('subtotal'), stdout);
  });

  test('order show prints total, sender, recipient and deadlines', async () => {
    const shop = await openShop();
    const body = {
      ...{ is_cod: true, cod_fee: '6', cod_amount: '3.5', channel: 'facebook', shipping_label_note: 'ของเย็น' },
      ...{ discount: '10', shipping_fee: '40', other_fee: '2.5', ship_before_pay: true },
      ...{ order_time: Date.parse('2026-11-11T05:00:30Z'), expiration_time: Date.parse('2099-01-30T17:00Z') },
      ship_deadline_time: Date.parse('2099-02-01T00:59Z'),
    };
    const { id } = (await shop.order(body)).body.order;
    const folder = openFolderOf(shop);
    await folder.runCommandJson('order', 'pay', id, '100');
    const { stdout } = await folder.runCommand('order', 'show', id);
    for (const line of [
      'channel    Sale page, facebook',
      'ordered    2026-11-11 12:00',
      'expires    2099-01-31 00:00',
      'ship by    2099-02-01 07:59',
      'courier    ems, ships before payment, booked automatically',
      'subtotal   65',
      'discount   -10',
      'shipping   40',
      'other fee  2.5',
      'COD fee    6',
      'total      103.5 baht, 100 paid, 3.5 due',
      'COD        the courier collects 3.5 baht',
      'label      ของเย็น',
    ])
      assert.ok(stdout.includes(`\n${line}\n`), `${line} in\n${stdout}`);
    assert.match(stdout, /^sender {5}\S/m);
  });

  test('texts of partners cannot break lines or control the terminal', async () => {
    const shop = await openShop();
    const { id } = (await shop.order({ private_note: 'โทรก่อน\ntotal      0 baht' })).body.order;
    const { stdout } = await openFolderOf(shop).runCommand('order', 'show', id);
    assert.match(stdout, /^note {7}โทรก่อน total {6}0 baht$/m);
  });

  test('order show prints how much of an excessive discount counts', async () => {
    const shop = await openShop();
    const { id } = (await shop.order({ discount: '100', shipping_fee: '20' })).body.order;
    const { stdout } = await openFolderOf(shop).runCommand('order', 'show', id);
    assert.match(
      stdout,
      /^subtotal {3}65\ndiscount {3}-100, of which 85 counts\nshipping {3}20\ntotal {6}0 baht, 0 paid$/m,
    );
  });

  test('order pay records an amount, by default the balance due, visible to partners at once', async () => {
    const shop = await openShop();
    const { id } = (await shop.order()).body.order;
    const folder = openFolderOf(shop);
    const detail = () => orderDetail(shop, { id });
    const first = await folder.spawnCommandJson('order', 'pay', id, '20.5', '--method', 'cash');
    assert.deepEqual([first.order.payment_status, first.order.paid_amount], ['partially_paid', '20.5']);
    const second = await folder.spawnCommandJson('order', 'pay', id);
    assert.deepEqual([second.order.payment_status, second.order.paid_amount], ['paid', '65']);
    const { payments, ...rest } = await detail();
    assert.partialDeepStrictEqual(second.order, rest);
    assert.deepEqual(
      payments.map(({ id }: Json) => id),
      second.order.payments.map(({ id }: Json) => id),
    );
    assert.deepEqual(
      second.order.payments.map(({ method, amount }: Json) => [method, amount]),
      [
        ['cash', '20.5'],
        ['transfer', '44.5'],
      ],
    );
  });

  test('a payment above the amount due is refused and not saved', async () => {
    const shop = await openShop();
    const { id } = (await shop.order()).body.order;
    const folder = openFolderOf(shop);
    for (const args of [['65.01'], ['0'], ['-1']])
      assert.notEqual((await folder.runCommand('order', 'pay', id, ...args)).status, 0);
    const { order } = await folder.runCommandJson('order', 'show', id);
    assert.deepEqual([order.payment_status, order.paid_amount], ['unpaid', '0']);
  });

  const CANCELED = {
    buyer: 'order_canceled',
    reseller: 'order_canceled',
    store: 'order_canceled',
    system: 'order_canceled_by_system',
  };

  for (const [by, reason] of Object.entries(CANCELED))
    test(`order cancel --by ${by} releases the stock as ${reason}`, async () => {
      const shop = await openShop();
      const { id } = (await shop.order()).body.order;
      assert.deepEqual(shop.stock('hot'), { onHand: 10, reserved: 1 });
      const { order } = await openFolderOf(shop).runCommandJson('order', 'cancel', id, '--by', by);
      assert.deepEqual([order.status, order.balance_due], ['canceled', '0']);
      assert.partialDeepStrictEqual(order, (await shop.call('/v1/order/detail', { order_id: id })).body.order);
      assert.deepEqual(shop.stock('hot'), { onHand: 10, reserved: 0 });
      const last = shop.ctx.db.get(
        sql<{ reason: string }>('SELECT reason FROM stock_ledger ORDER BY time DESC LIMIT 1'),
      );
      assert.equal(last?.reason, reason);
    });

  test('an order is canceled only once, by default by the store', async () => {
    const shop = await openShop();
    const { id } = (await shop.order()).body.order;
    const folder = openFolderOf(shop);
    assert.equal((await folder.runCommand('order', 'cancel', id)).status, 0);
    const { status, errorLines } = await folder.runCommand('order', 'cancel', id);
    assert.equal(status, 1);
    assert.deepEqual(errorLines, [`raan: ${english('order_not_cancelable', { order: id, status: 'canceled' })}`]);
    assert.deepEqual(shop.stock('hot'), { onHand: 10, reserved: 0 });
  });
});
