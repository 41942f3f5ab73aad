import type { NumberRange } from '../../../domain/couriers/pools.ts';
import { s10Number } from '../../../domain/couriers/s10.ts';
import { settingProblem } from '../../../domain/couriers/set-up.ts';
import type { Message } from '../../../lib/messages/catalogue.ts';
import {
  checked,
  digits,
  fields,
  flag,
  optionalDigits,
  optionalText,
  optionalWhole,
  text,
  whole,
} from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import { CheckField, TextField, WholeField } from '../../forms/inputs.tsx';
import { Notice } from '../../page/components.tsx';
import { count } from '../../page/format.ts';
import type { StoreContext } from '../../request-context.ts';
import { courierTexts } from './courier-texts.ts';

const prefixProblem = (prefix: string): Message | undefined => settingProblem('prefix', prefix.toUpperCase());
const MAX_NUMBERS = 100_000_000;

export const rangeForm = fields({
  prefix: checked(text(2), prefixProblem),
  first: digits(8),
  count: whole(1, MAX_NUMBERS),
  cod: flag,
  checked: optionalText(),
});

/** The same fields in the form of a courier. */
export const optionalRange = {
  prefix: checked(optionalText(2), prefixProblem),
  first: optionalDigits(8),
  count: optionalWhole(1, MAX_NUMBERS),
  cod: flag,
  checked: optionalText(),
};

/** A number range as typed; optional in the form of a courier. */
export interface TypedRange {
  prefix?: string | undefined;
  /** First serial number, eight digits. */
  first?: string | undefined;
  count?: number | undefined;
  cod: boolean;
  /** The `fingerprint` that the user confirmed. */
  checked?: string | undefined;
}

/** First and last tracking number of a range, which the user compares with the papers from Thailand Post. */
export interface Span {
  first: string;
  last: string;
  /** Sent back by the form to confirm exactly these numbers. */
  fingerprint: string;
}

const LAST_SERIAL = 99_999_999;

/** Undefined if the range is incomplete or invalid. */
export function spanOf({ prefix, first, count, cod }: TypedRange): Span | undefined {
  if (prefix === undefined || first === undefined || count === undefined) return undefined;
  const letters = prefix.toUpperCase();
  const end = Number(first) + count - 1;
  if (!/^[A-Z]{2}$/.test(letters) || end > LAST_SERIAL) return undefined;
  const span = { first: s10Number(letters, Number(first)), last: s10Number(letters, end) };
  return { ...span, fingerprint: `${span.first}-${span.last}${cod ? ' COD' : ''}` };
}

/** Whether the numbers still have to be confirmed: with one wrong digit, parcels would get numbers of other senders. */
export function needsConfirmation(range: TypedRange): boolean {
  const span = spanOf(range);
  return span !== undefined && span.fingerprint !== range.checked;
}

/** The range as courier settings. */
export const rangeOf = ({ prefix, first, count, cod }: TypedRange) => ({
  prefix: prefix?.toUpperCase(),
  first: first === undefined ? undefined : Number(first),
  count,
  cod,
});

interface RangeProps {
  context: StoreContext;
  form: Form<TypedRange> | undefined;
  /** The range to edit. */
  range?: NumberRange;
}

/** The fields of a number range. The first submit shows its first and last number; the second confirms them. */
export function RangeFields({ context, form, range }: RangeProps) {
  const t = courierTexts(context.language);
  return (
    <>
      <RangeConfirmation context={context} form={form} />
      <div class="fields">
        <TextField name="prefix" label={t.prefix} hint={t.prefixHint} value={range?.prefix} maxlength={2} required />
        <TextField
          name="first"
          label={t.firstSerial}
          hint={t.firstSerialHint}
          value={range && String(range.first).padStart(8, '0')}
          inputmode="numeric"
          maxlength={8}
          required
        />
        <WholeField name="count" label={t.count} value={range?.count} required />
      </div>
      <CheckField name="cod" label={t.isCod} checked={range?.cod ?? false} />
    </>
  );
}

function RangeConfirmation({ context, form }: Omit<RangeProps, 'range'>) {
  const t = courierTexts(context.language);
  const span = form?.value && spanOf(form.value);
  if (!span || !form?.value) return null;
  return (
    <>
      <Notice tone="warn">
        <p>{t.checkRange}</p>
        <p>
          {t.from} <code>{span.first}</code> · {t.to} <code>{span.last}</code> ·{' '}
          {t.numberCount(count(form.value.count ?? 0))} · {form.value.cod ? t.cod : t.notCod}
        </p>
      </Notice>
      <input type="hidden" name="checked" value={span.fingerprint} />
    </>
  );
}
