import { listOrders, type Order } from '../src/domain/orders/order.ts';
import type { Browser } from './office.ts';
import { idOf, type Shop } from './support.ts';

type Fields = Record<string, string | readonly string[]>;

/** The fields of the form on the page as a browser submits them, with typed values. */
export function filled(html: string, typed: Fields = {}): Fields {
  const form = html.slice(html.indexOf('id="order-entry"'));
  const found: Record<string, string[]> = {};
  const add = (name: string, value: string) => {
    if (name !== 'csrf') found[name] = [...(found[name] ?? []), value];
  };
  for (const [tag] of form.matchAll(/<input\b[^>]*>/g)) {
    const attribute = (name: string) => plainText(new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? '');
    if (attribute('type') === 'checkbox' && !/\bchecked\b/.test(tag)) continue;
    add(attribute('name'), attribute('value'));
  }
  for (const [, name = '', value = ''] of form.matchAll(/<textarea[^>]*name="([^"]+)"[^>]*>([\s\S]*?)<\/textarea>/g))
    add(name, plainText(value));
  for (const [, name = '', options = ''] of form.matchAll(/<select[^>]*name="([^"]+)"[^>]*>([\s\S]*?)<\/select>/g))
    add(name, /<option value="([^"]*)"[^>]*selected/.exec(options)?.[1] ?? /value="([^"]*)"/.exec(options)?.[1] ?? '');
  return { ...found, ...typed };
}

const plainText = (text: string) => text.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&');

/** Clicks a button of the form. */
export const press = (browser: Browser, step: string, typed: Fields = {}, action = '/orders/new') =>
  browser.send(action, { ...filled(browser.page.html, typed), step });

export const orders = (shop: Shop): Order[] => listOrders(shop.ctx.db, idOf(shop.ids.id), { limit: 20, offset: 0 });

export const value = (html: string, name: string, at = 0) =>
  plainText(new RegExp(`id="field-${name}${at ? `-${at}` : '(?:-0)?'}"[^>]*\\bvalue="([^"]*)"`).exec(html)?.[1] ?? '');

export const RECIPIENT = { name: 'สมชาย ใจดี', telephone: '0812345678', address1: '1 ถ.ราชดำเนิน' };
