import { categoryById, suggestedCategories } from '../../../domain/catalogue/categories.ts';
import type { ProductFilter } from '../../../domain/catalogue/product-filter.ts';
import { productTagsOfStore } from '../../../domain/catalogue/product-tags.ts';
import { parseId } from '../../../lib/ids.ts';
import { SelectField } from '../../forms/inputs.tsx';
import type { StoreProps } from '../../request-context.ts';
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
      labelHidden
      empty={t.anyCategory}
      options={options}
      value={category === null ? NO_CATEGORY : category}
      data-submits
    />
  );
}

/** Not shown before products have tags. */
export function TagFilter({ context, tag }: StoreProps<Pick<ProductFilter, 'tag'>>) {
  const t = productListTexts(context.language);
  const tags = new Set([...(tag === undefined ? [] : [tag]), ...productTagsOfStore(context.db, context.store.id)]);
  if (tags.size === 0) return null;
  const options = [...tags].map((value) => ({ value, label: value }));
  return (
    <SelectField name="tag" label={t.tag} labelHidden empty={t.anyTag} options={options} value={tag} data-submits />
  );
}
