import assert from 'node:assert/strict';
import { addProduct } from '../../src/domain/catalogue/add-product.ts';
import { deleteProduct, deleteVariant, restoreProduct } from '../../src/domain/catalogue/delete-product.ts';
import { setOnHand } from '../../src/domain/stock/adjust-on-hand.ts';
import type { Id } from '../../src/lib/ids.ts';
import type { Money } from '../../src/lib/money.ts';
import { MemoryStockStorage, RaanClient, StockMirror, type StockRow } from '../../src/sdk/typescript/index.ts';
import { cafe, idOf, openShop, type Shop } from '../support.ts';
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

/** A shop of three products with a mirror of its stock, whose requests the test can wait for. */
export async function openMirroredStore(): Promise<MirroredStore> {
  const products = ['tea', 'mocha', 'cake'].map(product);
  const shop = await openShop({ stores: [cafe({ channels: [PARTNER], apps: [], products })] });
  return new MirroredStore(shop);
}

const byKey = (one: StockRow, other: StockRow): number =>
  `${one.product_variant_id} ${one.warehouse_id}` < `${other.product_variant_id} ${other.warehouse_id}` ? -1 : 1;

/** A quantity of 0 and no quantity are the same. */
const normal = (rows: readonly StockRow[]): StockRow[] =>
  rows.filter(({ available_qty }) => available_qty !== 0).sort(byKey);

export class MirroredStore {
  readonly shop: Shop;
  readonly client: RaanClient;
  readonly storage = new MemoryStockStorage();
  readonly mirror: StockMirror;
  #interruption: { path: string; run: () => Promise<unknown> } | undefined;

  constructor(shop: Shop) {
    this.shop = shop;
    this.client = new RaanClient({ ...clientOptions(shop.url, shop.ids), fetch: this.#fetch });
    this.mirror = new StockMirror({ client: this.client, storage: this.storage });
  }

  /** Runs once, before the next request of the path. */
  interrupt(path: string, run: () => Promise<unknown>): void {
    this.#interruption = { path, run };
  }

  #fetch: typeof fetch = async (input, init) => {
    const { pathname } = new URL((input as Request).url);
    const interruption = this.#interruption;
    if (interruption?.path === pathname) {
      this.#interruption = undefined;
      await interruption.run();
    }
    return fetch(input, init);
  };

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
      return addProduct(tx, idOf(this.shop.ids.id), { name, variant }, this.shop.now());
    });

  count = (key: string, qty: number) =>
    this.shop.ctx.write((tx) => {
      const location = { variantId: this.variantId(key), warehouseId: this.warehouseId };
      setOnHand(tx, { ...location, qty, reason: 'stock_counted' }, this.shop.now());
    });

  get warehouseId(): Id {
    return idOf(this.shop.ids.warehouses.bkk);
  }

  /** What the store shows. */
  async rows(): Promise<StockRow[]> {
    const rows: StockRow[] = [];
    const { body } = await this.shop.call('/v1/product/list', { limit: 100 });
    for (const { id } of body.products) {
      const detail = await this.shop.call('/v1/product/detail', { product_id: id });
      for (const { product_variant_id, warehouses } of detail.body.product.variants)
        for (const { wh_id, available_qty } of warehouses)
          rows.push({ product_variant_id, warehouse_id: wh_id, available_qty });
    }
    return rows;
  }

  async assertMirrored(what?: string): Promise<void> {
    const shown = normal(await this.rows());
    assert.ok(shown.length > 0);
    assert.deepEqual(normal(this.storage.rows()), shown, what);
  }
}
