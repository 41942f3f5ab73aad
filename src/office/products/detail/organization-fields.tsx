import { MAX_CATEGORY_LENGTH, normalCategory, suggestedCategories } from '../../../domain/catalogue/categories.ts';
import type { ProductOrganization } from '../../../domain/catalogue/product-organization.ts';
import { mostUsedTags } from '../../../domain/catalogue/product-tags.ts';
import { formatTags, parseTags, tagListProblem } from '../../../lib/tags.ts';
import { checked, optionalText } from '../../forms/fields.ts';
import { TextField } from '../../forms/inputs.tsx';
import type { StoreContext, StoreProps } from '../../request-context.ts';
import { productTexts } from './product-texts.ts';

const MAX_TYPED = 2_000; // of all tags

export const ORGANIZATION_FIELDS = {
  category: optionalText(MAX_CATEGORY_LENGTH),
  tags: checked(optionalText(MAX_TYPED), (typed) => tagListProblem(parseTags(typed))),
};

interface TypedOrganization {
  category?: string | undefined;
  tags?: string | undefined;
}

/** An empty field clears. */
export const typedOrganization = ({ category = '', tags = '' }: TypedOrganization) => ({
  category: normalCategory(category) || null,
  tags: parseTags(tags),
});

const SHOWN_TAGS = 5;

/** The fields for category and tags. */
export function OrganizationFields({ context, organization }: StoreProps<{ organization?: ProductOrganization }>) {
  const t = productTexts(context.language);
  const common = mostUsedTags(context.db, context.store.id, SHOWN_TAGS);
  return (
    <div class="fields">
      <TextField
        name="category"
        label={t.category}
        value={organization?.category?.name}
        maxlength={MAX_CATEGORY_LENGTH}
        list="categories"
        hint={t.categoryHint}
      />
      <CategoryList context={context} />
      <TextField
        name="tags"
        label={t.tags}
        value={formatTags(organization?.tags ?? [])}
        hint={common.length > 0 ? t.commonTags(formatTags(common)) : t.tagsHint}
      />
    </div>
  );
}

/** Suggestions for a field with `list="categories"`. */
export const CategoryList = ({ context }: { context: StoreContext }) => (
  <datalist id="categories">
    {suggestedCategories(context.db, context.store.id).map(({ name }) => (
      <option value={name} />
    ))}
  </datalist>
);
