import type { Reader } from '../../../db/reader.ts';
import type { Id } from '../../../lib/ids.ts';
import { moneyText } from '../../../lib/money.ts';
import { priceTiers } from '../../catalogue/price-tiers.ts';
import { productDetail, type Variant } from '../../catalogue/product-detail.ts';
import { everyVariantOf, productByKey } from '../../catalogue/product-lookup.ts';
import { organizationCells } from '../../catalogue/product-organization.ts';
import { warehouses } from '../../catalogue/warehouses.ts';
import { stockOf } from '../../stock/stock-levels.ts';
import { variantTitle } from '../../variants.ts';

/** A snapshot of products and variants by key, live and deleted. */
export interface ProductSnapshot {
  products: Map<string, ProductState>;
  variants: Map<string, VariantState>;
}

export interface ProductState {
  live: boolean;
  name: string;
  /** Fields of the product without stock, for comparison. */
  content: string;
  /** Fields of the product for display, in the same order for each variant. */
  facts: readonly Fact[];
}

interface VariantState extends ProductState {
  product: string;
  sku: string | null;
  onHand: ReadonlyMap<Id, number>;
}

export interface Fact {
  what:
    | 'name'
    | 'description'
    | 'category'
    | 'tags'
    | 'sku'
    | 'barcodes'
    | 'cost'
    | 'weight'
    | 'low_stock_threshold'
    | 'shelf_location'
    | 'parts'
    | 'price'
    | 'stock';
  /** Name of the price tier or warehouse. */
  columnName?: string;
  value: string | number | null;
  /** Compared instead of `value`, if set. */
  comparedAs?: string;
}

export function productSnapshot(db: Reader, storeId: Id, keys: readonly string[]): ProductSnapshot {
  const snapshot: ProductSnapshot = { products: new Map(), variants: new Map() };
  const factsOf = variantFacts(db, storeId);
  for (const known of keys.flatMap((key) => productByKey(db, storeId, key) ?? [])) {
    const { name, id, key: product } = known;
    const detail = productDetail(db, storeId, id);
    const { category, tags } = organizationCells(db, id);
    snapshot.products.set(product, {
      live: detail !== undefined,
      name,
      content: JSON.stringify(detail && [detail.name, detail.description, category, tags]) ?? '',
      facts: [
        { what: 'name', value: name },
        { what: 'description', value: detail?.description ?? null },
        { what: 'category', value: category },
        { what: 'tags', value: tags },
      ],
    });
    const variants = new Map(detail?.variants.map((variant) => [variant.id, variant]));
    for (const { id, key } of everyVariantOf(db, known.id)) {
      const variant = variants.get(id);
      const onHand = new Map(stockOf(db, id).map((level) => [level.warehouseId, level.onHand]));
      snapshot.variants.set(key, {
        live: variant !== undefined,
        product,
        name: variant?.name ?? '',
        sku: variant?.sku ?? null,
        content: contentOf(variant),
        onHand,
        facts: factsOf(variant, onHand),
      });
    }
  }
  return snapshot;
}

const contentOf = (variant: Variant | undefined): string =>
  JSON.stringify(
    variant && [
      variant.name,
      variant.sku,
      variant.barcodes,
      variant.cost,
      variant.weight,
      variant.lowStockThreshold,
      variant.shelfLocation,
      variant.isBundle,
      variant.parts.map(({ variantId, qty }) => [variantId, qty]),
      variant.prices.map(({ priceTierId, price }) => [priceTierId, price]),
    ],
  ) ?? '';

function variantFacts(db: Reader, storeId: Id) {
  const tiers = priceTiers(db, storeId);
  const allWarehouses = warehouses(db, storeId);
  return (variant: Variant | undefined, onHand: ReadonlyMap<Id, number>): Fact[] => [
    { what: 'name', value: variant?.name ?? null },
    { what: 'sku', value: variant?.sku ?? null },
    { what: 'barcodes', value: variant?.barcodes.join(' ') || null },
    { what: 'cost', value: amount(variant?.cost) },
    { what: 'weight', value: variant?.weight ?? null },
    { what: 'low_stock_threshold', value: variant?.lowStockThreshold ?? null },
    { what: 'shelf_location', value: variant?.shelfLocation ?? null },
    { what: 'parts', value: variant ? partsText(db, variant) : null, comparedAs: JSON.stringify(variant?.parts) },
    ...tiers.map(({ id, name: columnName }): Fact => {
      const found = variant?.prices.find(({ priceTierId }) => priceTierId === id);
      return { what: 'price', columnName, value: amount(found?.price) };
    }),
    ...allWarehouses.map(
      ({ id, name: columnName }): Fact => ({ what: 'stock', columnName, value: onHand.get(id) ?? 0 }),
    ),
  ];
}

const amount = (money: Parameters<typeof moneyText>[0] | null | undefined): string | null =>
  money === null || money === undefined ? null : moneyText(money);

const partsText = (db: Reader, { parts }: Variant): string =>
  parts.map(({ variantId, qty }) => `${qty} × ${variantTitle(db, variantId)}`).join(', ');
