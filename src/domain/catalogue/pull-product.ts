import type { Reader } from '../../db/reader.ts';
import { query } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import { invalidRequest, notFound } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import { changeAvailability } from '../stock/availability-change.ts';
import type { Cause } from '../stock/reasons.ts';
import { storeById } from '../stores.ts';
import { requirePulledKey } from './catalogue-keys.ts';
import { syncFollowers } from './edit-variant.ts';
import { productDetail } from './product-detail.ts';
import { productById, variantsOfProduct } from './product-lookup.ts';
import { organizationOf } from './product-organization.ts';
import { type ProductFields, putProduct, setParent } from './products.ts';

/** A product of another store to resell under a key, name and prices of this store. */
export interface PulledProduct {
  sourceId: Id;
  key: string;
  /** Default: the name of the source. */
  name?: string | undefined;
  userId?: Id | undefined;
}

/**
 * Pulls a product into the store. Description, category, tags, pictures and shipping rates are copied once. The variants
 * follow the source's and have no prices yet.
 *
 * @throws AppError not_found; invalid_request if the source cannot be pulled or the key is taken
 */
export function pullProduct(tx: WriteTx, storeId: Id, { sourceId, key, name, userId }: PulledProduct, now: number): Id {
  requireSource(tx, storeId, sourceId);
  requirePulledKey(tx, storeId, key);
  const copied = copiedFields(tx, sourceId);
  const id = putProduct(tx, storeId, { ...copied, key, name: name ?? copied.name }, now);
  linkProduct(tx, { id, storeId, sourceId, reason: 'variant_created', userId }, now);
  return id;
}

function requireSource(db: Reader, storeId: Id, sourceId: Id): void {
  const source = productById(db, sourceId);
  if (!source?.live) throw notFound('product_not_found', { product: sourceId });
  if (isSandbox(db, storeId) || isSandbox(db, source.storeId)) throw invalidRequest('sandbox_pulls_nothing');
  if (source.storeId === storeId) throw invalidRequest('product_is_own', { product: sourceId });
  if (source.parentId !== null)
    throw invalidRequest('product_is_pulled', { product: sourceId, source: source.parentId });
}

/** Orders of a sandbox must not reserve the stock of a store. */
const isSandbox = (db: Reader, storeId: Id): boolean => storeById(db, storeId).sandboxOf !== null;

/** The fields that a pulled product copies from its source. */
export function copiedFields(db: Reader, sourceId: Id): Omit<ProductFields, 'key' | 'min' | 'max'> {
  const source = productById(db, sourceId);
  const detail = source && productDetail(db, source.storeId, sourceId);
  if (!detail) throw new Error(`product ${sourceId} is missing`);
  const { name, description, pictures, shippingRates } = detail;
  const { category, tags } = organizationOf(db, [sourceId])(sourceId);
  return { name, description, pictures, shippingRates, category: category?.name ?? null, tags };
}

const pulledFromSource = query<{ id: Id }>(
  { reads: ['products'] },
  'SELECT id FROM products WHERE parent_id = ? AND store_id = ? AND delete_time IS NULL ORDER BY id LIMIT 1',
);

/** The store's first live product that is pulled from the source. */
export const pulledProductOf = (db: Reader, storeId: Id, sourceId: Id): Id | undefined =>
  db.get(pulledFromSource, sourceId, storeId)?.id;

/** A product without variants, and its future source. */
export interface SourceLink extends Pick<Cause, 'reason' | 'userId'> {
  id: Id;
  storeId: Id;
  sourceId: Id;
}

/** Turns the product into a pulled one: adds the variants of its source and announces their available quantities. */
export function linkProduct(tx: WriteTx, { id, storeId, sourceId, reason, userId }: SourceLink, now: number): void {
  const change = () => {
    setParent(tx, id, sourceId);
    return variantsOfProduct(tx, sourceId).flatMap((variantId) => syncFollowers(tx, variantId, now));
  };
  changeAvailability(tx, { cause: { reason, storeId, userId }, variantIds: [], change }, now);
}

/** The source of a pulled product, identified by store and product key. */
export interface Source {
  store: string;
  product: string;
  /** The source is not deleted. */
  live: boolean;
  /** Pulled variant → key of the live source variant. */
  variants: ReadonlyMap<Id, string>;
}

const sourceOfProduct = query<{ store: string; product: string; live: number }>(
  { reads: ['products', 'stores'] },
  `SELECT s.key AS store, p.key AS product, p.delete_time IS NULL AS live
   FROM products pulled JOIN products p ON p.id = pulled.parent_id JOIN stores s ON s.id = p.store_id
   WHERE pulled.id = ?`,
);

/** Undefined if the product is not pulled. */
export function sourceOf(db: Reader, productId: Id): Source | undefined {
  const row = db.get(sourceOfProduct, productId);
  return row && { ...row, live: row.live === 1, variants: sourceVariants(db, productId) };
}

const sourceVariantsOfProduct = query<{ id: Id; key: string }>(
  { reads: ['variants'] },
  `SELECT pulled.id, v.key FROM variants pulled JOIN variants v ON v.id = pulled.pulled_from_variant_id
   WHERE pulled.product_id = ? AND v.delete_time IS NULL ORDER BY v.id`,
);

const sourceVariants = (db: Reader, productId: Id): ReadonlyMap<Id, string> =>
  new Map(db.all(sourceVariantsOfProduct, productId).map(({ id, key }) => [id, key]));
