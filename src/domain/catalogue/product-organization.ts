import type { Reader } from '../../db/reader.ts';
import { query } from '../../db/statement.ts';
import type { Id } from '../../lib/ids.ts';
import { formatTags } from '../../lib/tags.ts';
import { sortedTags } from '../tags.ts';
import type { Category } from './categories.ts';

/** How the store organizes a product. Partners do not see it. */
export interface ProductOrganization {
  category: Category | null;
  tags: readonly string[];
}

const categoriesOf = query<Category & { productId: Id }>(
  { reads: ['categories', 'products'] },
  `SELECT p.id AS productId, c.id, c.name FROM json_each(?) wanted
   CROSS JOIN products p ON p.id = wanted.value JOIN categories c ON c.id = p.category_id`,
);

const tagsOf = query<{ productId: Id; tag: string }>(
  { reads: ['product_tags'] },
  `SELECT t.product_id AS productId, t.tag FROM json_each(?) wanted
   CROSS JOIN product_tags t ON t.product_id = wanted.value`,
);

/** Category and tags of these products, live or deleted. */
export function organizationOf(db: Reader, products: readonly Id[]): (product: Id) => ProductOrganization {
  const ids = JSON.stringify(products);
  const categories = new Map(db.all(categoriesOf, ids).map(({ productId, id, name }) => [productId, { id, name }]));
  const tags = Map.groupBy(db.all(tagsOf, ids), ({ productId }) => productId);
  return (id) => ({ category: categories.get(id) ?? null, tags: sortedTags(tags.get(id) ?? []) });
}

/** Category and tags as the cells of a product file; null: none. */
export function organizationCells(db: Reader, product: Id): { category: string | null; tags: string | null } {
  const { category, tags } = organizationOf(db, [product])(product);
  return { category: category?.name ?? null, tags: formatTags(tags) || null };
}
