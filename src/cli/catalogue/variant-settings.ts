import type { VariantFields } from '../../domain/catalogue/edit.ts';
import type { PriceTier } from '../../domain/catalogue/places.ts';
import type { Id } from '../../lib/ids.ts';
import type { Money } from '../../lib/money.ts';
import { parseAmount, parseSettings, parseWhole, WrongUsage } from '../arguments.ts';

/** Changes of `raan variant set`; null removes a price. */
export type VariantSettings = Omit<VariantFields, 'prices'> & { prices: ReadonlyMap<Id, Money | null> };

const SETTINGS = {
  name: (text: string) => ({ name: text }),
  sku: (text: string) => ({ sku: text || null }),
  image_url: (text: string, key: string) => ({ imageUrl: orNull(text, key, parseUrl) }),
  cost: (text: string, key: string) => ({ cost: orNull(text, key, parseAmount) }),
  weight: (text: string, key: string) => ({ weight: orNull(text, key, parseWeight) }),
  low_stock_threshold: (text: string, key: string) => ({
    lowStockThreshold: orNull(text, key, (count) => parseWhole(count, { name: key })),
  }),
};

export const SETTING_NAMES = [...Object.keys(SETTINGS), 'price.TIER'];

/** Parses `KEY=VALUE` arguments; `price.KEY` names a tier by its key. */
export function parseVariantSettings(settings: readonly string[], tiers: readonly PriceTier[]): VariantSettings {
  const prices = new Map<Id, Money | null>();
  const priceParser = (id: Id) => (text: string, key: string) => {
    prices.set(id, orNull(text, key, parseAmount));
    return {};
  };
  const parsers = Object.fromEntries(tiers.map(({ id, key }) => [`price.${key}`, priceParser(id)]));
  return { ...parseSettings<VariantSettings>(settings, { ...SETTINGS, ...parsers }), prices };
}

const orNull = <T>(text: string, key: string, parse: (text: string, key: string) => T): T | null =>
  text === '' ? null : parse(text, key);

function parseUrl(text: string, key: string): string {
  if (!URL.canParse(text)) throw new WrongUsage(`${key} must be an absolute URL, not ${text}`);
  return text;
}

function parseWeight(text: string, key: string): number {
  if (!/^\d{1,12}(\.\d{1,6})?$/.test(text)) throw new WrongUsage(`${key} must be a number of 0 or more, not ${text}`);
  return Number(text);
}
