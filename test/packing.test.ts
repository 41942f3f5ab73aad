import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cancelOrder } from '../src/domain/orders/close.ts';
import { byCommand, historyOf } from '../src/domain/orders/history.ts';
import { existingOrder } from '../src/domain/orders/order.ts';
import { isPacked, markPacked, orderByCode, type Piece, packItems, packPiece } from '../src/domain/orders/packing.ts';
import { type Packed, packedOrders } from '../src/domain/orders/packing-rows.ts';
import type { Id } from '../src/lib/ids.ts';
import type { Money } from '../src/lib/money.ts';
import { appError } from './errors.ts';
import { edit } from './order-edit-steps.ts';
import { assertRefuses, isOrderPacked, placeOrder } from './order-steps.ts';
import { bookOrder, cancelShipmentStep, lineOf, pickUpShipment } from './shipment-steps.ts';
import { roastery, runStep } from './stock-steps.ts';
import { cafe, idOf, openShop, type Shop } from './support.ts';

const itemsOf = (shop: Shop, { id }: { id: Id }) => packItems(shop.ctx.db, existingOrder(shop.ctx.db, id));

/** SKU and quantity of each item. */
const itemsToPack = (shop: Shop, order: { id: Id }) => itemsOf(shop, order).map(({ sku, qty }) => [sku, qty]);

test('a bundle is packed as its parts, together with ordered single parts', async () => {
  const shop = await openShop({ stores: [roastery()] });
  const order = await placeOrder(shop, [
    { sku: 'DUO', qty: 2, price: 100 },
    { sku: 'CUP', qty: 1, price: 10 },
  ]);
  assert.deepEqual(itemsToPack(shop, order), [
    ['BEANS', 2],
    ['CUP', 5],
  ]);
});

test('shipped goods are not packed again, nor goods of a closed order', async () => {
  const shop = await openShop();
  const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 3 }]);
  const { result: first } = await bookOrder(shop, order, { lines: [lineOf(order, 2)] });
  assert.deepEqual(itemsToPack(shop, order), [['LAT-H', 3]]);
  await pickUpShipment(shop, first);
  assert.deepEqual(itemsToPack(shop, order), [['LAT-H', 1]]);
  const { result: rest } = await bookOrder(shop, order);
  await pickUpShipment(shop, rest);
  assert.deepEqual(itemsToPack(shop, order), []);

  const unpaid = await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }], { ship_before_pay: false });
  await runStep(shop, (tx, now) => cancelOrder(tx, unpaid.id, 'buyer', byCommand(now)));
  assert.deepEqual(itemsToPack(shop, unpaid), []);
});

test('each piece is packed by its code, ignoring case, or by button', async () => {
  const shop = await openShop();
  const order = await placeOrder(shop, [
    { sku: 'LAT-H', qty: 2 },
    { sku: 'LAT-I', qty: 1 },
  ]);
  const items = itemsOf(shop, order);
  const iced = { variantId: idOf(shop.ids.variants.iced) };
  let packed: Packed = new Map();
  for (const piece of [{ code: 'LAT-H' }, iced, { code: 'lat-h' }] satisfies Piece[]) {
    assert.equal(isPacked(items, packed), false);
    packed = packPiece(items, packed, piece);
  }
  assert.equal(isPacked(items, packed), true);
  const refusesPiece = (code: string, key: 'code_one_too_many' | 'code_not_in_order') =>
    assert.throws(() => packPiece(items, packed, { code }), appError({ key, path: 'code', params: { code } }));
  refusesPiece('LAT-H', 'code_one_too_many');
  refusesPiece('TEA', 'code_not_in_order');
  refusesPiece('', 'code_not_in_order');
});

test('the code of two variants packs a piece of each', async () => {
  const variants = ['red', 'blue'].map((key) => ({
    key,
    name: key,
    sku: 'CUP',
    prices: { retail: '5' },
    stock: { bkk: 9 },
  }));
  const shop = await openShop({ stores: [cafe({ products: [{ key: 'cup', name: 'แก้ว', variants }] })] });
  const products = ['red', 'blue'].map((key) => ({ product_variant_id: shop.ids.variants[key], qty: 1 }));
  const { body } = await shop.order({ products });
  const items = itemsOf(shop, { id: idOf(body.order.id) });
  const first = packPiece(items, new Map(), { code: 'cup' });
  assert.deepEqual([isPacked(items, first), isPacked(items, packPiece(items, first, { code: 'CUP' }))], [false, true]);
  assert.equal(isPacked(items, packPiece(items, new Map(), { code: 'CUP', qty: 2 })), true);
});

test('an order is found by its parcel, its number and a partner’s id, only in its own store', async () => {
  const shop = await openShop({ stores: [cafe(), cafe({ key: 'other', channels: [{ key: 'own', name: 'Own' }] })] });
  const first = await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }], { external_order_id: 'SHOP-1' });
  const { result: wrong } = await bookOrder(shop, first, { trackingNumber: '2' });
  await cancelShipmentStep(shop, wrong);
  const second = await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }]);
  await bookOrder(shop, first, { trackingNumber: 'EX123456785TH' });
  const by = (code: string, store = shop.ids) => orderByCode(shop.ctx.db, idOf(store.id), code);
  assert.deepEqual(
    ['EX123456785TH', '1', '#1', 'SHOP-1', '2', '#3', 'SHOP-2', '1'.repeat(40)].map((code) => by(code)),
    [first.id, first.id, first.id, first.id, second.id, undefined, undefined, undefined],
  );
  for (const code of ['EX123456785TH', '1', 'SHOP-1']) assert.equal(by(code, shop.stores.other), undefined, code);
});

test('a completed packing is saved, for open orders only', async () => {
  const shop = await openShop();
  const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }]);
  await runStep(shop, (tx, now) => markPacked(tx, order.id, byCommand(now)));
  assert.equal(historyOf(shop.ctx.db, order.id).at(-1)?.event, 'packed');
  const gone = await placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }], { ship_before_pay: false });
  await runStep(shop, (tx, now) => cancelOrder(tx, gone.id, 'buyer', byCommand(now)));
  await assertRefuses(shop, { key: 'order_not_open', params: { status: 'canceled' } }, (tx, now) =>
    markPacked(tx, gone.id, byCommand(now)),
  );
});

test('an order is packed until goods are shipped or a line changes', async () => {
  const shop = await openShop();
  const pack = (order: { id: Id }) => runStep(shop, (tx, now) => markPacked(tx, order.id, byCommand(now)));
  const latte = await placeOrder(shop, [{ sku: 'LAT-H', qty: 2 }]);
  assert.equal(isOrderPacked(shop, latte), false);
  await pack(latte);
  await edit(shop, latte, { privateNote: 'ด่วน', set: [{ lineId: lineOf(latte, 1).lineId, price: 5 as Money }] });
  assert.equal(isOrderPacked(shop, latte), true);
  await edit(shop, latte, { set: [lineOf(latte, 3)] });
  assert.equal(isOrderPacked(shop, latte), false);
  await pack(latte);
  const other = await placeOrder(shop, [{ sku: 'LAT-I', qty: 1 }]);
  await pack(other);
  assert.deepEqual([...packedOrders(shop.ctx.db, [latte.id, other.id]).keys()].sort(), [latte.id, other.id].sort());
  await pickUpShipment(shop, (await bookOrder(shop, other)).result);
  assert.deepEqual([...packedOrders(shop.ctx.db, [latte.id, other.id]).keys()], [latte.id]);
  await runStep(shop, (tx, now) => cancelOrder(tx, latte.id, 'store', byCommand(now)));
  assert.equal(isOrderPacked(shop, latte), false);
});
