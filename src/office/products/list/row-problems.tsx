import type { Message } from '../../../lib/messages/catalogue.ts';
import { errorText } from '../../error-text.ts';
import type { StoreContext } from '../../request-context.ts';
import { productListTexts } from './product-list-texts.ts';

const MAX_SHOWN = 100;

const HEADING_PROBLEMS: ReadonlySet<string> = new Set(['product_key_column_missing', 'unknown_column']);

/** The problems of rows, each with its row and column. `count` is the number of all, of which the first are known. */
export function RowProblems({
  context,
  problems,
  count,
}: {
  context: StoreContext;
  problems: readonly Message[];
  count: number;
}) {
  const shown = problems.slice(0, MAX_SHOWN);
  const more = count - shown.length;
  const t = productListTexts(context.language);
  return (
    <>
      {shown.some(({ key }) => HEADING_PROBLEMS.has(key)) && (
        <p>
          {t.headingsHint}{' '}
          <a href="/office/products/example.xlsx" download>
            {t.template}
          </a>
        </p>
      )}
      <ul>
        {shown.map((problem) => (
          <li class="break">{errorText(context.language, problem)}</li>
        ))}
        {more > 0 && <li>{t.more(more)}</li>}
      </ul>
    </>
  );
}
