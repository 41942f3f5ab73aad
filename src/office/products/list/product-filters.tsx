import { categoryById, suggestedCategories } from '../../../domain/catalogue/categories.ts';
import type { ProductFilter } from '../../../domain/catalogue/product-filter.ts';
import { productTagsOfStore } from '../../../domain/catalogue/product-tags.ts';
import { parseId } from '../../../lib/ids.ts';
import { SelectField } from '../../forms/inputs.tsx';
import { type ActiveFilter, activeFilter } from '../../page/list-filters.tsx';
import type { StoreContext, StoreProps } from '../../request-context.ts';
import { productListTexts } from './product-list-texts.ts';

const NO_CATEGORY = 'none';

/** The category that an address of the list names; null: only products without one. */
export const categoryIn = (text: string | undefined): ProductFilter['category'] =>
  text === NO_CATEGORY ? null : parseId(text ?? '');

/** Not shown before the store has categories. */
export function CategoryFilter({ context, category }: StoreProps<Pick<ProductFilter, 'category'>>) {
  const t = productListTexts(context.language);
  const { db, store } = context;
  const categories = suggestedCategories(db, store.id);
  const chosen = category == null ? undefined : categoryById(db, store.id, category);
  if (chosen && !categories.some(({ id }) => id === chosen.id)) categories.unshift(chosen);
  if (categories.length === 0) return null;
  const options = [
    ...categories.map(({ id, name }) => ({ value: String(id), label: name })),
    { value: NO_CATEGORY, label: t.noCategory },
  ];
  return (
    <SelectField
      name="category"
      label={t.category}
      empty={t.anyCategory}
      options={options}
      value={category === null ? NO_CATEGORY : category}
    />
  );
}

/** The filters with a value. */
export const activeFilters = (
  { db, store, language }: StoreContext,
  { category, tag }: ProductFilter,
): ActiveFilter[] => {
  const t = productListTexts(language);
  const name = category == null ? undefined : categoryById(db, store.id, category)?.name;
  return [
    ...activeFilter('category', t.category, category === null ? t.noCategory : name),
    ...activeFilter('tag', t.tag, tag),
  ];
};

/** Not shown before products have tags. */
export function TagFilter({ context, tag }: StoreProps<Pick<ProductFilter, 'tag'>>) {
  const t = productListTexts(context.language);
  const tags = new Set([...(tag === undefined ? [] : [tag]), ...productTagsOfStore(context.db, context.store.id)]);
  if (tags.size === 0) return null;
  const options = [...tags].map((value) => ({ value, label: value }));
  return <SelectField name="tag" label={t.tag} empty={t.anyTag} options={options} value={tag} />;
}
