import { readFields } from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import { CheckField } from '../../forms/inputs.tsx';
import { money } from '../../page/format.ts';
import { Notice } from '../../page/parts.tsx';
import { HintText } from '../hint-text.tsx';
import type { Entry } from './entry.ts';
import { type Owed, owedOf, pricedOrder } from './owed.ts';
import { sumsForm } from './schema.ts';
import { texts } from './texts.ts';

/** What the courier is to collect is not what is due: said before it is saved, with a box for that it shall be so. */
export function UnlikeDue({ entry: { context, form }, owed: { hints, word } }: { entry: Entry; owed: Owed }) {
  return (
    <>
      {hints.map((hint) => (
        <Notice tone="warn">
          <HintText context={context} hint={hint} />
        </Notice>
      ))}
      {word !== undefined && (
        <CheckField form={form} name="cod_as_it_is" value={word} label={texts(context.language).codAsItIs} />
      )}
    </>
  );
}

/** A COD amount that is not what is due is saved only with that box ticked: a parcel's number is paid for. */
export function blameCod(entry: Pick<Entry, 'context' | 'draft' | 'order' | 'tierId'>, form: Form<unknown>): void {
  const typed = readFields(sumsForm, entry.draft);
  const priced = pricedOrder(entry, typed);
  if (typeof priced === 'string') return;
  const { word, due } = owedOf(priced, typed, entry.order);
  if (word !== undefined && typed.cod_as_it_is !== word)
    form.addError(texts(entry.context.language).codUnlike(money(due)), 'cod_amount');
}
