import type { Courier } from '../../../domain/couriers/couriers.ts';
import { type NumberRange, poolLevels, rangesOf } from '../../../domain/couriers/pools.ts';
import { s10Number } from '../../../domain/couriers/s10.ts';
import type { Form } from '../../forms/form.ts';
import { Post, PostButton, Submit } from '../../forms/inputs.tsx';
import { ButtonLink, Confirm, CsvLink, Tag } from '../../page/components.tsx';
import { count } from '../../page/format.ts';
import { List } from '../../page/list.tsx';
import type { StoreContext } from '../../request-context.ts';

import { LevelTag } from './courier-status.tsx';
import { courierTexts } from './courier-texts.ts';
import { RangeFields, spanOf, type TypedRange } from './number-range-form.tsx';

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
  const warnBelow = courier.settings.adapter === 'number_pool' ? courier.settings.warn_below : undefined;
  const at = `/settings/couriers/${courier.shippingType}`;
  return (
    <section class="card">
      <div class="heading">
        <h2>{t.numbers}</h2>
        <div class="actions">
          {poolLevels(ranges, warnBelow).map((level) => (
            <LevelTag context={context} level={level} />
          ))}
          <CsvLink href={`/office${at}/numbers.csv`} class="button small" />
        </div>
      </div>
      <RangeTable context={context} ranges={ranges} at={at} />
      <details open={form && (form.hasErrors || form.value !== undefined)}>
        <summary>{t.addRange}</summary>
        <Post action={`${at}/ranges`} form={form}>
          <RangeFields context={context} form={form} />
          <Submit label={form?.value && spanOf(form.value) ? t.confirmRange : t.addRange} />
        </Post>
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
