import assert from 'node:assert/strict';
import { buyerLinkOf, type LinkDays, makeBuyerLink, tokenOf } from '../src/domain/orders/buyer-links.ts';
import { byCommand } from '../src/domain/orders/history.ts';
import { existingOrder } from '../src/domain/orders/order.ts';
import { type PlacedOrder, placeOrder } from './order-steps.ts';
import { photo } from './sample-photos.ts';
import { cafe, openShop, type Shop } from './support.ts';

// Steps with the page that a buyer opens by the link of an order.

export interface Opened {
  shop: Shop;
  order: PlacedOrder;
  /** URL of the page. */
  url: string;
  clock: { now: number };
}

/** An unpaid order of 130 baht with a link, in a store with PromptPay. */
export async function opened(settings: object = { promptpay_id: '0899999999' }, days: LinkDays = 30): Promise<Opened> {
  const clock = { now: Date.now() };
  const shop = await openShop({ stores: [cafe({ settings })], now: () => clock.now });
  const order = await placeOrder(shop, [{ sku: 'LAT-H', qty: 2 }], { ship_before_pay: false });
  await shop.ctx.write((tx) => makeBuyerLink(tx, order.id, days, byCommand(clock.now)));
  return { shop, order, clock, url: linkTo(shop, order) };
}

export function linkTo({ ctx, url, now }: Shop, { id }: PlacedOrder): string {
  const link = buyerLinkOf(ctx.db, id, now());
  return link ? `${url}/o/${tokenOf(ctx.db, link)}` : assert.fail('there is no link');
}

export async function read(url: string, language = 'en') {
  const response = await fetch(url, { headers: { 'Accept-Language': language } });
  const html = await response.text();
  return { status: response.status, headers: response.headers, html, text: html.replace(/<[^>]+>/g, ' ') };
}

export async function sendSlip(url: string, { amount = '130', color = '#27c' } = {}) {
  const form = new FormData();
  form.append('amount', amount);
  form.append('slip', new File([new Uint8Array(await photo({ width: 60, height: 90, as: 'png', color }))], 'slip.png'));
  const response = await fetch(`${url}?lang=en`, { method: 'POST', body: form });
  return { status: response.status, text: (await response.text()).replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ') };
}

export const paymentsOf = ({ shop, order }: Opened) =>
  existingOrder(shop.ctx.db, order.id).payments.map(({ method, amount, status }) => [method, amount / 10_000, status]);
