import { readFields } from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import { CheckField } from '../../forms/inputs.tsx';
import { Notice } from '../../page/components.tsx';
import { money } from '../../page/format.ts';
import { HintText } from '../order-hint.tsx';
import { type AmountsDue, amountsDue, priceDraft } from './amounts-due.ts';
import type { Entry } from './order-entry.ts';
import { totalsForm } from './order-entry-schema.ts';
import { texts } from './order-entry-texts.ts';

/** Warns if the COD amount differs from the balance due, with a checkbox to accept it. */
export function CodMismatch({
  entry: { context },
  amounts: { hints, confirmation },
}: {
  entry: Entry;
  amounts: AmountsDue;
}) {
  return (
    <>
      {hints.map((hint) => (
        <Notice tone="warn">
          <HintText context={context} hint={hint} />
        </Notice>
      ))}
      {confirmation !== undefined && (
        <CheckField name="cod_as_it_is" value={confirmation} label={texts(context.language).codConfirm} />
      )}
    </>
  );
}

/** Requires the checkbox if the COD amount differs from the balance due: fixing it later costs a new tracking number. */
export function checkCod(entry: Pick<Entry, 'context' | 'draft' | 'order' | 'tierId'>, form: Form<unknown>): void {
  const typed = readFields(totalsForm, entry.draft);
  const priced = priceDraft(entry, typed);
  if (typeof priced === 'string') return;
  const { confirmation, due } = amountsDue(priced, typed, entry.order);
  if (confirmation !== undefined && typed.cod_as_it_is !== confirmation)
    form.addError(texts(entry.context.language).codMismatch(money(due)), 'cod_amount');
}
