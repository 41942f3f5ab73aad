import assert from 'node:assert/strict';
import { test } from 'node:test';
import { putStoreAddress, type StoreAddress, storeAddresses } from '../src/domain/addresses.ts';
import { orderLabels } from '../src/domain/print/labels/order-labels.ts';
import { thaiTelephone } from '../src/domain/print/paper/thai.ts';
import { packingSlips } from '../src/domain/print/sheets/packing-slip.ts';
import { signedIn } from './office.ts';
import { LATTE } from './office-orders-list-steps.ts';
import { type PlacedOrder, placeOrder } from './order-steps.ts';
import { bookOrder, pickUpShipment } from './shipment-steps.ts';
import { idOf, openShop, type Shop } from './support.ts';

const PLACE = { address1: '9 ถ.สุขุมวิท', sub_district: 'คลองเตย', district: 'คลองเตย', province: 'กรุงเทพมหานคร' };

const senderOf = (shop: Shop): StoreAddress => {
  const [sender] = storeAddresses(shop.ctx.db, idOf(shop.ids.id));
  return sender as StoreAddress;
};

const changeSender = (shop: Shop, change: object) =>
  shop.ctx.write((tx) => putStoreAddress(tx, idOf(shop.ids.id), { ...senderOf(shop), ...change }, shop.now()));

const printedSender = (shop: Shop, { id }: PlacedOrder) => orderLabels(shop.ctx.db, id)[0]?.label.sender;

const WARNING =
  /The sender address on labels is incomplete, missing: House number, street, Sub-district, District, Province/;

test('a sender address that is completed later is on the labels of earlier orders; a complete one stays as it was', async () => {
  const shop = await openShop();
  await changeSender(shop, { ...PLACE, address1: undefined });
  const incomplete = await placeOrder(shop, LATTE);
  await changeSender(shop, { ...PLACE, telephone: '0812' });
  const order = await placeOrder(shop, LATTE);
  for (const each of [incomplete, order]) await bookOrder(shop, each);
  await changeSender(shop, { ...PLACE, telephone: '0898765432' });
  const sender = printedSender(shop, order);
  assert.match(sender?.address ?? '', /9 ถ\.สุขุมวิท .*กรุงเทพมหานคร/);
  assert.equal(sender?.telephone, thaiTelephone('0898765432'));
  assert.deepEqual(printedSender(shop, incomplete), sender);
  assert.deepEqual(packingSlips(shop.ctx.db, order.id)[0]?.sender, sender);
  const later = await placeOrder(shop, LATTE);
  await bookOrder(shop, later);
  await changeSender(shop, { address1: '10 ถ.สุขุมวิท' });
  assert.deepEqual(printedSender(shop, later), sender);
});

test('an order without a sender address has the first one of the store on its label', async () => {
  const shop = await openShop();
  const sender = senderOf(shop);
  await changeSender(shop, { is_removed: true });
  const order = await placeOrder(shop, LATTE);
  await bookOrder(shop, order);
  const browser = await signedIn(shop, { language: 'en' });
  assert.match((await browser.open(`/orders/${order.id}`)).text, /Labels have no sender address/);
  await shop.ctx.write((tx) => putStoreAddress(tx, idOf(shop.ids.id), { ...sender, ...PLACE }, shop.now()));
  assert.match(printedSender(shop, order)?.address ?? '', /9 ถ\.สุขุมวิท/);
  assert.doesNotMatch((await browser.open(`/orders/${order.id}`)).text, /Labels have no sender address/);
});

test('the page of an order to label and the bulk actions warn of an incomplete sender address', async () => {
  const shop = await openShop();
  const order = await placeOrder(shop, LATTE);
  const owner = await signedIn(shop, { language: 'en' });
  const link = new RegExp(`href="/office/settings/addresses/${senderOf(shop).id}"`);
  for (const path of [`/orders/${order.id}`, '/orders']) {
    const { text, html } = await owner.open(path);
    assert.match(text, WARNING, path);
    assert.match(html, link, path);
  }
  const packer = await signedIn(shop, { name: 'packer', role: 'packer', store: 'cafe', language: 'en' });
  const { text, html } = await packer.open(`/orders/${order.id}`);
  assert.match(text, WARNING);
  assert.doesNotMatch(html, link);
  await changeSender(shop, PLACE);
  for (const path of [`/orders/${order.id}`, '/orders'])
    assert.doesNotMatch((await owner.open(path)).text, WARNING, path);
});

test('an order that has left or is picked up at the store needs no sender address', async () => {
  const shop = await openShop();
  const sent = await placeOrder(shop, LATTE);
  const { result } = await bookOrder(shop, sent);
  await pickUpShipment(shop, result);
  const fetched = await placeOrder(shop, LATTE, { shipping_type: 'store_pickup' });
  const browser = await signedIn(shop, { language: 'en' });
  for (const { id } of [sent, fetched])
    assert.doesNotMatch((await browser.open(`/orders/${id}`)).text, /sender address/);
});
