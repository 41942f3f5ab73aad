import type { Child } from 'hono/jsx';
import { Menu } from '../../page/menu.tsx';
import type { StoreContext, StoreProps } from '../../request-context.ts';
import { organizeTexts } from '../organize/organize-texts.ts';
import { productListTexts } from './product-list-texts.ts';

/** A form around the list, with actions for its checked products. */
export function ProductSelection({ context, children }: { context: StoreContext; children: Child }) {
  const t = organizeTexts(context.language);
  return (
    <form method="get" action="/office/products/organize" class="selection" hx-boost="false">
      <input type="hidden" name="list" value={context.request.url.search.slice(1)} />
      {children}
      <div class="bulk">
        <p class="selected-count">{t.selected}</p>
        <button type="submit" formaction="/office/products/grid">
          {productListTexts(context.language).grid}
        </button>
        <div class="quick">
          <UsualActions context={context} look="secondary outline" />
        </div>
        <Menu links={[]}>
          <UsualActions context={context} look="secondary outline also-quick" />
          {(['tag', 'untag'] as const).map((action) => (
            <button type="submit" class="secondary outline" name="action" value={action}>
              {t[action]}
            </button>
          ))}
          <button type="submit" class="secondary outline dangerous" formaction="/office/products/delete">
            {t.delete}
          </button>
        </Menu>
      </div>
    </form>
  );
}

/** Beside the main action on a desktop, behind the button of the others on a phone. */
const UsualActions = ({ context, look }: StoreProps<{ look: string }>) => (
  <>
    <button type="submit" class={look} formaction="/office/products/labels">
      {productListTexts(context.language).labels}
    </button>
    <button type="submit" class={look} name="action" value="category">
      {organizeTexts(context.language).category}
    </button>
  </>
);

export const SelectProduct = ({ context, product }: StoreProps<{ product: { id: number; name: string } }>) => (
  <input
    type="checkbox"
    name="ids"
    value={String(product.id)}
    aria-label={organizeTexts(context.language).selectOne(product.name)}
  />
);
