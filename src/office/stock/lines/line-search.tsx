import { type FoundVariant, findVariants } from '../../../domain/catalogue/variant-search.ts';
import { keepsStock, variantById } from '../../../domain/variants.ts';
import { fields, optionalText } from '../../forms/fields.ts';
import type { OfficeResponse } from '../../office-response.ts';
import { nameOf, Picture, VariantName } from '../../orders/entry/line-fields.tsx';
import { Icon } from '../../page/icons.tsx';
import type { StoreContext } from '../../request-context.ts';
import { get, type Screen } from '../../screen.ts';
import { lineTexts } from './line-texts.ts';

/** Which variants a form offers: those with stock of their own, or any. */
type Offered = 'stocked' | 'any';

/** Id of the results. */
export const RESULTS = 'found';

export const searchPath = (offered: Offered): string => (offered === 'any' ? '/products/labels/items' : '/stock/items');

const query = fields({ scan: optionalText(200) });

/** The results while a name or code is typed into a form with rows. Without JavaScript, the form shows them itself. */
export const lineSearchScreens: readonly Screen[] = [
  get(searchPath('stocked'), 'stock', (context) => results(context, 'stocked')),
  get(searchPath('any'), 'products', (context) => results(context, 'any')),
];

function results(context: StoreContext, offered: Offered): OfficeResponse {
  const { scan = '' } = context.query(query);
  if (!context.request.partial) return context.redirect(`/search?${new URLSearchParams({ q: scan })}`);
  return { fragment: <LineResults context={context} text={scan} offered={offered} /> };
}

interface Props {
  context: StoreContext;
  text: string;
  offered: Offered;
}

export function LineResults({ context, text, offered }: Props) {
  const t = lineTexts(context.language);
  const variants = text === '' ? [] : offeredVariants(context, text, offered);
  return (
    <div id={RESULTS} aria-live="polite" data-clears="field-scan" data-text={text}>
      {text !== '' && variants.length === 0 && <p class="not-found">{t.nothingFound(text)}</p>}
      {variants.length > 0 && (
        <ul class="found">
          {variants.map((variant) => (
            <li data-row={`found ${variant.id}`}>
              <Picture variant={variant} />
              <VariantName variant={variant} context={context} />
              <button
                type="submit"
                id={`found-${variant.id}`}
                class="small"
                name="more"
                value={`add ${variant.id}`}
                aria-label={t.addNamed(nameOf(variant))}
              >
                <Icon name="plus" /> {t.add}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const MAX_RESULTS = 8;

function offeredVariants({ db, store }: StoreContext, text: string, offered: Offered): FoundVariant[] {
  const found = findVariants(db, store.id, text, { tierId: null, limit: MAX_RESULTS });
  return offered === 'any'
    ? found
    : found.filter(({ id }) => {
        const variant = variantById(db, id);
        return variant !== undefined && keepsStock(variant);
      });
}
