import type { WriteTx } from '../../db/write-tx.ts';
import { notFound } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import { MAX_TAGS, normalizeTag } from '../../lib/tags.ts';
import { foldCase } from '../../lib/text.ts';
import { audit } from '../audit/audit-log.ts';
import { withKnownSpelling } from '../tags.ts';
import { productById } from './product-lookup.ts';
import { organizationOf, type ProductOrganization } from './product-organization.ts';
import { changeProduct, type ProductChanges } from './products.ts';

export const ORGANIZE_ACTIONS = ['category', 'tag', 'untag'] as const;

/** One change of the category or the tags of several products. */
export interface Organizing {
  action: (typeof ORGANIZE_ACTIONS)[number];
  /** The category, empty for none; or the tag. */
  value: string;
}

/**
 * Changes some products of a store, all or none.
 *
 * @returns how many were changed; the others are as wanted, or have too many tags
 * @throws AppError not_found if one is not a live product of the store
 */
export function organizeProducts(
  tx: WriteTx,
  storeId: Id,
  { ids, ...wanted }: Organizing & { ids: readonly Id[] },
  now: number,
): number {
  const organization = organizationOf(tx, ids);
  const tag = withKnownSpelling(tx, 'product_tags', storeId, normalizeTag(wanted.value));
  const changes = ids.flatMap((id) => {
    const product = productById(tx, id);
    if (product?.storeId !== storeId || !product.live) throw notFound('product_not_found', { product: id });
    const change = CHANGES[wanted.action](organization(id), wanted.action === 'category' ? wanted.value : tag);
    return change ? [[id, change] as const] : [];
  });
  for (const [id, change] of changes) changeProduct(tx, id, change, now);
  if (changes.length > 0)
    audit(tx, 'products_changed', { storeId, detail: { ...auditedValue(wanted), products: changes.length } });
  return changes.length;
}

const auditedValue = ({ action, value }: Organizing) =>
  action === 'untag' ? { removed_tag: value } : { [action]: value };

type Change = Pick<ProductChanges, 'category' | 'tags'>;

/** Undefined: nothing to change. */
const CHANGES: Record<Organizing['action'], (is: ProductOrganization, value: string) => Change | undefined> = {
  category: ({ category }, value) =>
    foldCase(category?.name ?? '') === foldCase(value) ? undefined : { category: value === '' ? null : value },
  tag: ({ tags }, value) => (tags.includes(value) || tags.length >= MAX_TAGS ? undefined : { tags: [...tags, value] }),
  untag: ({ tags }, value) => (tags.includes(value) ? { tags: tags.filter((tag) => tag !== value) } : undefined),
};
