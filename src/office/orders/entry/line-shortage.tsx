import type { FoundVariant } from '../../../domain/catalogue/variant-search.ts';
import { idText } from '../../../lib/ids.ts';
import { message } from '../../../lib/messages/message.ts';
import { describe } from '../../../lib/messages/messages.ts';
import { plainNumber } from '../../../lib/numbers.ts';
import { type Draft, type Entry, rowsOf } from './order-draft.ts';

const idOf = (at: number): string => `short-${at}`;

/** Ids of the elements that say that too few are available, one for each line. */
export const shortageIds = (draft: Draft): string[] =>
  rowsOf(draft).flatMap(({ variant }, at) => (variant === '' ? [] : [idOf(at)]));

/** The error of the quantity over the whole line; before the order is saved, that its lines need more than is available. Saving checks bundles with their parts. */
export function Shortage({ entry, at, variant }: { entry: Entry; at: number; variant: FoundVariant | undefined }) {
  const error = entry.form.errorOf(['qty', at]);
  return (
    <p id={idOf(at)} class="short-line">
      {error !== undefined && (
        <small class="error" id={`field-qty-${at}-error`}>
          {error}
        </small>
      )}
      {variant && error === undefined && !entry.context.store.sellBelowZero && shortageText(entry, variant)}
    </p>
  );
}

/** What an edited order has reserved is available to it. */
function shortageText({ context, draft, order }: Entry, { id, ...variant }: FoundVariant): string | undefined {
  const rows = rowsOf(draft).filter((row) => row.variant === idText(id));
  const needed = rows.reduce((sum, { qty }) => sum + (Number(plainNumber(qty)) || 0), 0);
  const reserved = order?.lines.filter(({ variantId }) => variantId === id) ?? [];
  const available = Math.max(
    reserved.reduce((sum, { qty }) => sum + qty, variant.available),
    0,
  );
  return needed > available
    ? describe(message('out_of_stock', { needed, available }), context.language, 'none')
    : undefined;
}
