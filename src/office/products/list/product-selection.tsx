import type { Child } from 'hono/jsx';
import { ORGANIZE_ACTIONS } from '../../../domain/catalogue/organize-products.ts';
import type { StoreContext, StoreProps } from '../../request-context.ts';
import { organizeTexts } from '../organize/organize-texts.ts';

/** A form around the list whose checked products get a category or a tag. */
export function ProductSelection({ context, children }: { context: StoreContext; children: Child }) {
  const t = organizeTexts(context.language);
  return (
    <form method="get" action="/office/products/organize" class="selection">
      {children}
      <div class="bulk wraps">
        <p class="selected-count">{t.selected}</p>
        <div class="group">
          {ORGANIZE_ACTIONS.map((action) => (
            <button type="submit" class="secondary outline" name="action" value={action}>
              {t[action]}
            </button>
          ))}
        </div>
      </div>
    </form>
  );
}

export const SelectProduct = ({ context, product }: StoreProps<{ product: { id: number; name: string } }>) => (
  <input
    type="checkbox"
    name="ids"
    value={String(product.id)}
    aria-label={organizeTexts(context.language).selectOne(product.name)}
  />
);
