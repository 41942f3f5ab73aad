import assert from 'node:assert/strict';
import { addProduct } from '../../src/domain/catalogue/add-product.ts';
import { deleteProduct, deleteVariant, restoreProduct } from '../../src/domain/catalogue/delete-product.ts';
import { setOnHand } from '../../src/domain/stock/adjust-on-hand.ts';
import type { Id } from '../../src/lib/ids.ts';
import type { Money } from '../../src/lib/money.ts';
import type { StockRow } from '../../src/sdk/typescript/index.ts';
import { cafe, idOf, openShop, type Shop } from '../support.ts';
import { type DrivenClient, type Language, openClient } from './clients.ts';
import { type InterruptingProxy, openInterruptingProxy } from './interrupting-proxy.ts';
import { clientOptions, PARTNER } from './store.ts';

const product = (key: string) => ({
  key,
  name: key,
  variants: ['a', 'b'].map((name) => ({
    key: `${key}-${name}`,
    name,
    sku: `${key}-${name}`,
    prices: { retail: '50' },
    stock: { bkk: 10, cnx: 5 },
  })),
});

/** A shop of three products with a mirror of its stock. The test can run an action right before a request of the mirror. */
export async function openMirroredStore(language: Language): Promise<MirroredStore> {
  const products = ['tea', 'mocha', 'cake'].map(product);
  const shop = await openShop({ stores: [cafe({ channels: [PARTNER], apps: [], products })] });
  const proxy = await openInterruptingProxy(shop.url);
  const client = await openClient(language, clientOptions(proxy.url, shop.ids));
  return new MirroredStore(shop, proxy, client);
}

const byVariantAndWarehouse = (a: StockRow, b: StockRow): number =>
  `${a.product_variant_id} ${a.warehouse_id}` < `${b.product_variant_id} ${b.warehouse_id}` ? -1 : 1;

/** Rows in a fixed order, without zeros: a quantity of 0 and no quantity are the same. */
const normalized = (rows: readonly StockRow[]): StockRow[] =>
  rows.filter(({ available_qty }) => available_qty !== 0).sort(byVariantAndWarehouse);

export class MirroredStore {
  readonly shop: Shop;
  /** Runs an action once, before the next request to a path. */
  readonly interrupt: InterruptingProxy['interrupt'];
  readonly #client: DrivenClient;
  #mirrored: StockRow[] = [];

  constructor(shop: Shop, { interrupt }: InterruptingProxy, client: DrivenClient) {
    this.shop = shop;
    this.interrupt = interrupt;
    this.#client = client;
  }

  async catchUp(): Promise<void> {
    this.#mirrored = await this.#client.call('catchUp');
  }

  async reconcile(): Promise<void> {
    this.#mirrored = await this.#client.call('reconcile');
  }

  /** The quantity in the mirror, in Bangkok. */
  quantity = (key: string): number | undefined =>
    this.#mirrored.find(
      ({ product_variant_id, warehouse_id }) =>
        product_variant_id === this.shop.ids.variants[key] && warehouse_id === this.shop.ids.warehouses.bkk,
    )?.available_qty;

  productId = (key: string): Id => idOf(this.shop.ids.products[key]);
  variantId = (key: string): Id => idOf(this.shop.ids.variants[key]);

  order = (key: string) => this.shop.order({ products: [{ product_variant_id: this.shop.ids.variants[key], qty: 1 }] });

  deleteProduct = (key: string) => this.shop.ctx.write((tx) => deleteProduct(tx, this.productId(key), this.shop.now()));

  restoreProduct = (key: string) =>
    this.shop.ctx.write((tx) => restoreProduct(tx, this.productId(key), this.shop.now()));

  deleteVariant = (key: string) => this.shop.ctx.write((tx) => deleteVariant(tx, this.variantId(key), this.shop.now()));

  addProduct = (name: string) =>
    this.shop.ctx.write((tx) => {
      const variant = { name: '', prices: new Map<Id, Money>(), stock: new Map([[this.warehouseId, 7]]) };
      return addProduct(tx, idOf(this.shop.ids.id), { name, variants: [variant] }, this.shop.now());
    });

  count = (key: string, qty: number) =>
    this.shop.ctx.write((tx) => {
      const location = { variantId: this.variantId(key), warehouseId: this.warehouseId };
      setOnHand(tx, { ...location, qty, reason: 'stock_counted' }, this.shop.now());
    });

  get warehouseId(): Id {
    return idOf(this.shop.ids.warehouses.bkk);
  }

  assertMirrored = (what?: string): Promise<void> => assertMirrored(this.shop, this.#mirrored, what);
}

/** The rows that the product pages of the API show. */
async function shownRows(shop: Shop): Promise<StockRow[]> {
  const rows: StockRow[] = [];
  const { body } = await shop.call('/v1/product/list', { limit: 100 });
  for (const { id } of body.products) {
    const detail = await shop.call('/v1/product/detail', { product_id: id });
    for (const { product_variant_id, warehouses } of detail.body.product.variants)
      for (const { wh_id, available_qty } of warehouses)
        rows.push({ product_variant_id, warehouse_id: wh_id, available_qty });
  }
  return rows;
}

export async function assertMirrored(shop: Shop, mirrored: readonly StockRow[], what?: string): Promise<void> {
  const shown = normalized(await shownRows(shop));
  assert.ok(shown.length > 0);
  assert.deepEqual(normalized(mirrored), shown, what);
}
