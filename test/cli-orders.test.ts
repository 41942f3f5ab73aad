import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { AT_ONCE, openFolderOf } from './cli.ts';
import { cafe, type Json, openShop } from './support.ts';

suite('orders', AT_ONCE, () => {
  test('order list shows the newest first, page by page', async () => {
    const shop = await openShop();
    const ids: string[] = [];
    for (let i = 0; i < 3; i += 1) ids.push((await shop.order()).body.order.id);
    const folder = openFolderOf(shop);
    const listed = async (...options: string[]) =>
      (await folder.answer('order', 'list', ...options)).orders.map(({ id }: Json) => id);
    assert.deepEqual(await listed(), ids.toReversed());
    assert.deepEqual(await listed('--limit', '1', '--offset', '1'), [ids[1]]);
    const { stdout } = await folder.command('order', 'list');
    assert.match(
      stdout,
      /^id +number +created +status +payment +shipping +recipient +total\n3 +3 .*open +unpaid +unshipped +สมชาย ใจดี +65\n/,
    );
  });

  test('order list is of one store', async () => {
    const shop = await openShop({ stores: [cafe(), cafe({ key: 'tea' })] });
    await shop.order();
    const folder = openFolderOf(shop);
    assert.equal((await folder.answer('order', 'list', '--store', 'cafe')).orders.length, 1);
    assert.deepEqual(await folder.answer('order', 'list', '--store', 'tea'), { orders: [] });
  });

  test('order show is what order detail answers, and what only the store sees', async () => {
    const shop = await openShop();
    const body = { private_note: 'ลูกค้าประจำ', external_order_id: 'X-1' };
    const { id } = (await shop.order(body)).body.order;
    const folder = openFolderOf(shop);
    const { order } = (await shop.call('/v1/order/detail', { order_id: id })).body;
    assert.deepEqual((await folder.answer('order', 'show', id)).order, { ...order, private_note: 'ลูกค้าประจำ' });
    const { stdout } = await folder.command('order', 'show', id);
    for (const told of ['external X-1', 'open, unpaid, unshipped', 'สมชาย ใจดี 0812345678 50200', 'ลูกค้าประจำ', 'LAT-H'])
      assert.ok(stdout.includes(told), told);
  });

  test('order pay confirms an amount, then by default the rest, and partners see it at once', async () => {
    const shop = await openShop();
    const { id } = (await shop.order()).body.order;
    const folder = openFolderOf(shop);
    const detail = async () => (await shop.call('/v1/order/detail', { order_id: id })).body.order;
    const first = await folder.json('order', 'pay', id, '20.5', '--method', 'cash');
    assert.deepEqual([first.order.payment_status, first.order.paid_amount], ['partially_paid', '20.5']);
    const second = await folder.json('order', 'pay', id);
    assert.deepEqual([second.order.payment_status, second.order.paid_amount], ['paid', '65']);
    assert.deepEqual(await detail(), second.order);
    assert.deepEqual(
      second.order.payments.map(({ method, amount }: Json) => [method, amount]),
      [
        ['cash', '20.5'],
        ['transfer', '44.5'],
      ],
    );
  });

  test('more than is still to pay is refused and kept nowhere', async () => {
    const shop = await openShop();
    const { id } = (await shop.order()).body.order;
    const folder = openFolderOf(shop);
    for (const words of [['65.01'], ['0'], ['-1']])
      assert.notEqual((await folder.command('order', 'pay', id, ...words)).status, 0);
    const { order } = await folder.answer('order', 'show', id);
    assert.deepEqual([order.payment_status, order.paid_amount], ['unpaid', '0']);
  });

  const CANCELED = {
    buyer: 'order_canceled',
    reseller: 'order_canceled',
    store: 'order_canceled',
    system: 'order_canceled_by_system',
  };

  for (const [by, reason] of Object.entries(CANCELED))
    test(`order cancel --by ${by} gives the stock back at once, as ${reason}`, async () => {
      const shop = await openShop();
      const { id } = (await shop.order()).body.order;
      assert.deepEqual(shop.stock('hot'), { onHand: 10, reserved: 1 });
      const { order } = await openFolderOf(shop).answer('order', 'cancel', id, '--by', by);
      assert.equal(order.status, 'canceled');
      assert.deepEqual((await shop.call('/v1/order/detail', { order_id: id })).body.order, order);
      assert.deepEqual(shop.stock('hot'), { onHand: 10, reserved: 0 });
      const last = shop.ctx.db.get<{ reason: string }>('SELECT reason FROM stock_ledger ORDER BY time DESC LIMIT 1');
      assert.equal(last?.reason, reason);
    });

  test('an order is canceled once, by the store where nobody else is named', async () => {
    const shop = await openShop();
    const { id } = (await shop.order()).body.order;
    const folder = openFolderOf(shop);
    assert.equal((await folder.command('order', 'cancel', id)).status, 0);
    const { status, faults } = await folder.command('order', 'cancel', id);
    assert.equal(status, 1);
    assert.deepEqual(faults, [`raan: order ${id} is canceled already`]);
    assert.deepEqual(shop.stock('hot'), { onHand: 10, reserved: 0 });
  });
});
