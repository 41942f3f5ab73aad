import { type Browser, signedIn } from './office.ts';
import { reseller, roastery, variantId, warehouseId } from './stock-steps.ts';
import { openShop, type Shop } from './support.ts';

export const roaster = (change: object = {}) => openShop({ stores: [roastery(change), reseller()] });

export const signIn = (shop: Shop, user: object = {}): Promise<Browser> =>
  signedIn(shop, { store: 'cafe', language: 'en', ...user });

export const place = (shop: Shop, key = 'bkk') => String(warehouseId(shop, key));

export const item = (shop: Shop, key: string, path = '') => `/stock/variants/${variantId(shop, key)}${path}`;

/** The non-empty values of the inputs with this name. */
export const typed = (html: string, name: string): string[] =>
  [...html.matchAll(new RegExp(`<input[^>]* name="${name}"[^>]*>`, 'g'))]
    .map(([input]) => / value="([^"]*)"/.exec(input)?.[1] ?? '')
    .filter((value) => value !== '');
