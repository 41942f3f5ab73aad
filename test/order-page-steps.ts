import assert from 'node:assert/strict';
import { existingOrder } from '../src/domain/orders/order.ts';
import type { Id } from '../src/lib/ids.ts';
import { moneyText } from '../src/lib/money.ts';
import { signedIn } from './office.ts';
import { placeOrder } from './order-steps.ts';
import { cafe, openShop, type Shop } from './support.ts';

export const LATTE = [{ sku: 'LAT-H', qty: 2 }];
export const UNPAID = { ship_before_pay: false };

/** A store with an unpaid order of two lattes for 130 baht, and its page. */
export async function opened(more: object = UNPAID, store: object = {}) {
  const shop = await openShop({
    stores: [cafe(store), cafe({ key: 'other', channels: [{ key: 'own', name: 'Own' }] })],
  });
  const order = await placeOrder(shop, LATTE, more);
  const browser = await signedIn(shop, { role: 'staff', store: 'cafe', language: 'en' });
  const response = await browser.open(`/orders/${order.id}`);
  assert.equal(response.status, 200, response.text);
  return { shop, order, browser, seen: response, at: `/orders/${order.id}` };
}

export const moneyOf = ({ ctx: { db } }: Shop, { id }: { id: Id }) => {
  const { status, paymentStatus, paidAmount } = existingOrder(db, id);
  return [status, paymentStatus, moneyText(paidAmount)];
};
