import { courierLevels } from '../../../domain/couriers/courier-levels.ts';
import type { Courier } from '../../../domain/couriers/couriers.ts';
import { type NumberRange, rangesOf } from '../../../domain/couriers/number-pools.ts';
import { s10Number } from '../../../domain/couriers/s10.ts';
import { settingProblem } from '../../../domain/couriers/set-up.ts';
import type { Message } from '../../../lib/messages/catalogue.ts';
import { count } from '../../../lib/number-format.ts';
import {
  checked,
  digits,
  fields,
  flag,
  integer,
  optionalDigits,
  optionalInteger,
  optionalText,
  text,
} from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import { CheckField, IntegerField, Post, PostButton, Submit, TextField } from '../../forms/inputs.tsx';
import { ButtonLink, Confirm, Notice, Tag } from '../../page/components.tsx';
import { ExportMenu } from '../../page/export-menu.tsx';
import { List } from '../../page/list.tsx';
import type { StoreContext } from '../../request-context.ts';
import { LevelTag } from './courier-status.tsx';
import { courierTexts } from './courier-texts.ts';

const prefixProblem = (prefix: string): Message | undefined => settingProblem('prefix', prefix.toUpperCase());
const MAX_NUMBERS = 100_000_000;

export const rangeForm = fields({
  prefix: checked(text(2), prefixProblem),
  first: digits(8),
  count: integer(1, MAX_NUMBERS),
  cod: flag,
  checked: optionalText(),
});

/** The same fields in the form of a new courier, where they may be empty. */
export const optionalRange = {
  prefix: checked(optionalText(2), prefixProblem),
  first: optionalDigits(8),
  count: optionalInteger(1, MAX_NUMBERS),
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

/** First and last tracking number of a range, which the user compares with the documents from Thailand Post. */
interface Span {
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

/** Whether the user must still confirm the numbers. With one wrong digit, parcels would get other senders' numbers. */
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
        <IntegerField name="count" label={t.count} value={range?.count} required />
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

interface Props {
  context: StoreContext;
  courier: Courier;
  /** The form that adds a range. */
  form: Form<TypedRange> | undefined;
}

/** The number ranges of a pool, with a form that adds one. */
export function Ranges({ context, courier, form }: Props) {
  const t = courierTexts(context.language);
  const ranges = rangesOf(context.db, courier.id);
  const at = `/settings/couriers/${courier.shippingType}`;
  return (
    <section class="card">
      <div class="heading">
        <h2>{t.numbers}</h2>
        <div class="actions">
          {courierLevels(context.db, courier).map((level) => (
            <LevelTag context={context} level={level} />
          ))}
          <ExportMenu href={`/office${at}/numbers`} isSmall />
        </div>
      </div>
      <RangeTable context={context} ranges={ranges} at={at} />
      <details open={form && (form.hasErrors || form.value !== undefined)}>
        <summary>{t.addRange}</summary>
        <div id="add-numbers">
          <Post action={`${at}/ranges`} form={form}>
            <RangeFields context={context} form={form} />
            <Submit label={form?.value && spanOf(form.value) ? t.confirmRange : t.addRange} />
          </Post>
        </div>
      </details>
    </section>
  );
}

interface TableProps {
  context: StoreContext;
  ranges: readonly NumberRange[];
  /** Path of the courier. */
  at: string;
}

function RangeTable({ context, ranges, at }: TableProps) {
  const t = courierTexts(context.language);
  return (
    <List
      rows={ranges}
      columns={(column) => [
        column(t.from, (range) => <code>{firstNumber(range)}</code>),
        column(t.to, (range) => <code>{lastNumber(range)}</code>),
        column(t.kind, (range) => (range.cod ? t.cod : t.notCod)),
        column(t.used, 'number', (range) => count(range.given)),
        column(t.left, 'number', (range) =>
          range.given === range.count ? <Tag>{t.usedUp}</Tag> : count(range.count - range.given),
        ),
        column({ hidden: t.removeRange }, 'actions', (range) => (
          <>
            {range.given === 0 && (
              <ButtonLink href={`/office${at}/ranges/${range.id}`} class="button small" label={t.editRange} />
            )}
            {range.given === 0 && ranges.length > 1 && (
              <Confirm label={t.removeRange}>
                <PostButton action={`${at}/ranges/${range.id}/remove`} class="small" label={t.confirmRemoveRange} />
              </Confirm>
            )}
          </>
        )),
      ]}
    />
  );
}

export const firstNumber = ({ prefix, first }: NumberRange): string => s10Number(prefix, first);
export const lastNumber = ({ prefix, first, count }: NumberRange): string => s10Number(prefix, first + count - 1);
