import type { StoreShippingRate } from '../../../domain/stores.ts';
import { typedBaht } from '../../../lib/number-format.ts';
import type { Form } from '../../forms/form.ts';
import { AmountField, TextField } from '../../forms/inputs.tsx';
import type { StoreContext } from '../../request-context.ts';
import { shippingRatesTexts } from './shipping-rates-texts.ts';

/** A step as the form shows it: a saved one, or an empty row. Positions count the rows of all rates. */
interface StepRow {
  at: number;
  upTo?: number;
  price?: string;
}

/** A rate and the rows of its steps. */
export interface RateSteps {
  /** See `ratesForm`. */
  number: number;
  rows: readonly StepRow[];
  heavier: string | undefined;
  /** It has steps, or some were submitted. */
  isUsed: boolean;
}

const FIRST_ROWS = 6; // empty rows of a rate without steps: as many as a short price list has
const MORE_ROWS = 3;

/** The rows for the rates, of which the first is that of every courier. A submitted form keeps its number of rows. */
export function rateSteps(form: Form<unknown>, rates: readonly (StoreShippingRate | undefined)[]): RateSteps[] {
  let next = 0;
  return rates.map((rate, number) => {
    const steps = rate?.weightSteps ?? [];
    const limited = steps.filter(({ upTo }) => upTo !== null);
    const heavier = steps.find(({ upTo }) => upTo === null);
    const typed = submittedRows(form, number);
    const length = typed?.length ?? limited.length + (steps.length > 0 ? MORE_ROWS : FIRST_ROWS);
    const rows = Array.from({ length }, (_, i) => ({
      at: next + i,
      ...(limited[i] && { upTo: limited[i].upTo ?? 0, price: typedBaht(limited[i].price) }),
    }));
    next += length;
    const isTyped = typed?.some(Boolean) || (form.typed('heavier', number) ?? '') !== '';
    return { number, rows, heavier: heavier && typedBaht(heavier.price), isUsed: steps.length > 0 || isTyped };
  });
}

/** Whether the submitted rows of the rate have a text; undefined if the form was not submitted. */
function submittedRows(form: Form<unknown>, rate: number): boolean[] | undefined {
  if (!form.isTyped) return undefined;
  const all = Array.from({ length: form.count('step_of') }, (_, at) => at);
  return all
    .filter((at) => form.typed('step_of', at) === String(rate))
    .map((at) => Boolean(form.typed('up_to', at) || form.typed('step_price', at)));
}

/** Collapsed until the rate has steps. The labels of the first row are the headings of the others. */
export function WeightStepFields({ context, steps }: { context: StoreContext; steps: RateSteps }) {
  const t = shippingRatesTexts(context.language);
  const { number, rows, heavier, isUsed } = steps;
  return (
    <details class="steps" open={isUsed}>
      <summary>{t.byWeight}</summary>
      <p class="hint">
        <small>{t.byWeightHint}</small>
      </p>
      {rows.map(({ at, upTo, price }, i) => (
        <div class="step">
          <input type="hidden" name="step_of" value={String(number)} />
          <TextField name="up_to" at={at} label={t.upTo} labelHidden={i > 0} inputmode="numeric" value={upTo} />
          <AmountField name="step_price" at={at} label={t.stepPrice} labelHidden={i > 0} value={price} />
        </div>
      ))}
      <AmountField name="heavier" at={number} label={t.heavier} hint={t.heavierHint} value={heavier} />
    </details>
  );
}
