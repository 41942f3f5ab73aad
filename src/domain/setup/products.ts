import type { Reader } from '../../db/reader.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import { invalidRequest } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import type { Money } from '../../lib/money.ts';
import { newKey } from '../../lib/secrets.ts';
import { hasVisibleCharacter } from '../../lib/text.ts';
import { addVariant } from '../catalogue/add-product.ts';
import { requireOwnSku } from '../catalogue/catalogue-keys.ts';
import { defaultTier, type PriceTier } from '../catalogue/price-tiers.ts';
import { putProduct } from '../catalogue/products.ts';
import { type Warehouse, warehouses } from '../catalogue/warehouses.ts';
import type { AddedCodes } from '../orders/order-codes.ts';
import { demoStore } from '../storefile/demo.ts';
import { loadStoreFile } from '../storefile/load.ts';
import { type Store, storeById } from '../stores.ts';

export interface FirstProduct {
  name: string;
  price: Money;
  /** On hand in the store's first warehouse. */
  qty: number;
  sku?: string | undefined;
  userId: Id;
}

/** Adds a product with one variant. @throws AppError invalid_request at the field, also if a variant has the SKU */
export function addFirstProduct(tx: WriteTx, storeId: Id, product: FirstProduct, now: number): Id {
  if (!hasVisibleCharacter(product.name)) throw invalidRequest('no_visible_character', { path: 'name' });
  requireOwnSku(tx, storeId, product.sku);
  const { tier, warehouse } = tierAndWarehouseOf(tx, storeId);
  const key = newKey('product');
  const productId = putProduct(tx, storeId, { key, name: product.name }, now);
  addVariant(
    tx,
    productId,
    {
      key,
      sku: product.sku,
      prices: new Map([[tier.id, product.price]]),
      stock: new Map([[warehouse.id, product.qty]]),
      userId: product.userId,
    },
    now,
  );
  return productId;
}

/** Adds the demo products with all their stock in the first warehouse. @returns their number */
export function addDemoProducts(tx: WriteTx, storeId: Id, codes: AddedCodes, now: number): number {
  const store = storeById(tx, storeId);
  const { tier, warehouse } = tierAndWarehouseOf(tx, storeId);
  const products = demoProducts(tier, warehouse);
  loadStoreFile(tx, { stores: [{ ...keyAndName(store), price_tiers: otherTiers(tier), products }] }, codes, now);
  return products.length;
}

const demo = demoStore();
const DEFAULT_TIER = 'retail';

export const DEMO_PRODUCTS = demo.products.length;

const keyAndName = ({ key, name }: Store) => ({ key, name });

/** The demo's tiers without its default, which the store's default replaces. */
const otherTiers = (own: PriceTier) =>
  demo.price_tiers.filter(({ key }) => key !== DEFAULT_TIER && key !== own.key).map(({ key, name }) => ({ key, name }));

/** Without pictures: their URLs do not exist. */
const demoProducts = (tier: PriceTier, warehouse: Warehouse) =>
  demo.products.map(({ images, ...product }) => ({
    ...product,
    variants: product.variants.map(({ image_url, stock, prices: { retail, ...prices }, ...variant }) => ({
      ...variant,
      prices: { ...prices, [tier.key]: retail },
      stock: { [warehouse.key]: Object.values(stock).reduce((sum, qty) => sum + qty, 0) },
    })),
  }));

function tierAndWarehouseOf(db: Reader, storeId: Id): { tier: PriceTier; warehouse: Warehouse } {
  const tier = defaultTier(db, storeId);
  const [warehouse] = warehouses(db, storeId);
  if (!tier) throw invalidRequest('store_has_no_price_tier');
  if (!warehouse) throw invalidRequest('store_has_no_warehouse');
  return { tier, warehouse };
}
