import type { VariantFields } from '../../domain/catalogue/edit.ts';
import type { PriceTier } from '../../domain/catalogue/places.ts';
import type { Id } from '../../lib/ids.ts';
import { type Money, parseMoney } from '../../lib/money.ts';
import { readCount, readSettings, WrongUsage } from '../shell.ts';

/** What `raan variant set` is to change; a price that is null goes. */
export type VariantSettings = Omit<VariantFields, 'prices'> & { prices: ReadonlyMap<Id, Money | null> };

const SETTINGS = {
  name: (text: string) => ({ name: text }),
  sku: (text: string) => ({ sku: text || null }),
  image_url: (text: string, key: string) => ({ imageUrl: orNull(text, key, readUrl) }),
  cost: (text: string, key: string) => ({ cost: orNull(text, key, readPrice) }),
  weight: (text: string, key: string) => ({ weight: orNull(text, key, readWeight) }),
  low_stock_threshold: (text: string, key: string) => ({ lowStockThreshold: orNull(text, key, readCount) }),
};

export const SETTING_NAMES = [...Object.keys(SETTINGS), 'price.TIER'];

/** Reads `KEY=VALUE` arguments; a tier is meant by its key in `price.KEY`. */
export function readVariantSettings(settings: readonly string[], tiers: readonly PriceTier[]): VariantSettings {
  const prices = new Map<Id, Money | null>();
  const priceReader = (id: Id) => (text: string, key: string) => {
    prices.set(id, orNull(text, key, readPrice));
    return {};
  };
  const readers = Object.fromEntries(tiers.map(({ id, key }) => [`price.${key}`, priceReader(id)]));
  return { ...readSettings<VariantSettings>(settings, { ...SETTINGS, ...readers }), prices };
}

const orNull = <T>(text: string, key: string, read: (text: string, key: string) => T): T | null =>
  text === '' ? null : read(text, key);

/** An amount in baht, not below zero. */
export function readPrice(text: string, key: string): Money {
  const price = parseMoney(text);
  if (price === undefined || price < 0) throw new WrongUsage(`${key} must be in baht, not below zero; not ${text}`);
  return price;
}

function readUrl(text: string, key: string): string {
  if (!URL.canParse(text)) throw new WrongUsage(`${key} must be an absolute address; not ${text}`);
  return text;
}

function readWeight(text: string, key: string): number {
  if (!/^\d{1,12}(\.\d{1,6})?$/.test(text))
    throw new WrongUsage(`${key} must be a number, not below zero; not ${text}`);
  return Number(text);
}
