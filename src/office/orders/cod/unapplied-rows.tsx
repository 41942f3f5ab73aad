import type { UnappliedRow } from '../../../domain/orders/payments/remittance-rows.ts';
import type { Money } from '../../../lib/money.ts';
import { money } from '../../../lib/number-format.ts';
import { CheckField } from '../../forms/inputs.tsx';
import { TextLink } from '../../page/components.tsx';
import { List } from '../../page/list.tsx';
import { type Columns, moneyColumn } from '../../page/list-file.ts';
import type { StoreContext, StoreProps } from '../../request-context.ts';
import { codTexts } from './cod-texts.ts';

type Props = StoreProps<{
  rows: readonly UnappliedRow[];
  title: string;
  /** Numbers of rows with a checkbox, also of rows that are not shown. */
  acceptable?: ReadonlySet<number>;
}>;

/** What the courier paid more (or, negative, less) than the COD amount of the parcel. */
export const differenceOf = ({ kind, paid, expected }: UnappliedRow): Money | undefined =>
  kind !== 'amount_differs' || paid === null || expected === undefined ? undefined : ((paid - expected) as Money);

/** With its sign; in a column, the amount has no unit. */
export const signedMoney = (amount: Money): string => `${amount < 0 ? '−' : '+'}${money(Math.abs(amount) as Money)}`;

/** Rows of a payout file that do not match, and why. */
export function UnappliedRows({ context, rows, title, acceptable }: Props) {
  if (rows.length === 0) return null;
  const t = codTexts(context.language);
  const choices = rows.filter(({ row }) => acceptable?.has(row)).length;
  const hasChoice = acceptable !== undefined && choices > 0;
  const hasFile = rows.some(({ isTyped }) => !isTyped);
  const hasDifferences = rows.some((row) => differenceOf(row) !== undefined);
  return (
    <>
      <h2>{title}</h2>
      {choices > 1 && choices === acceptable?.size && <AcceptAll label={t.acceptAll} />}
      <List
        class="list tight"
        rows={rows}
        columns={(column) => [
          column(t.tracking, 'break', ({ trackingNumber }) => trackingNumber || '—'),
          column(t.order, ({ orderId, orderNumber }) =>
            orderId === undefined ? '—' : <TextLink href={`/office/orders/${orderId}`}>#{orderNumber}</TextLink>,
          ),
          hasFile && column(t.row, 'number', ({ row }) => row),
          column(t.problem, ({ kind }) => t[kind]),
          column(t.expected, 'money', ({ expected }) => (expected === undefined ? '—' : money(expected))),
          column(t.paid, 'money', ({ paid }) => (paid === null ? '—' : money(paid))),
          hasDifferences &&
            column(t.difference, 'money', (row) => {
              const difference = differenceOf(row);
              return difference === undefined ? undefined : signedMoney(difference);
            }),
          hasChoice &&
            column(t.decision, ({ row, trackingNumber }) =>
              acceptable.has(row) ? (
                <AcceptField label={t.accept} row={row} trackingNumber={trackingNumber} />
              ) : undefined,
            ),
        ]}
      />
    </>
  );
}

const AcceptAll = ({ label }: { label: string }) => (
  <label class="tick-all">
    <input type="checkbox" data-select-all="accept" /> {label}
  </label>
);

const AcceptField = ({
  label,
  row,
  trackingNumber,
}: Pick<UnappliedRow, 'row' | 'trackingNumber'> & { label: string }) => (
  <CheckField name="accept" value={String(row)} label={label} aria-label={`${label} ${trackingNumber}`} />
);

export function unappliedColumns({ language }: StoreContext): Columns<UnappliedRow> {
  const t = codTexts(language);
  return {
    [t.row]: ({ row, isTyped }) => (isTyped ? null : row),
    [t.tracking]: ({ trackingNumber }) => trackingNumber,
    [t.order]: ({ orderNumber }) => orderNumber ?? null,
    [t.problem]: ({ kind }) => t[kind],
    [t.expected]: moneyColumn(({ expected }) => expected),
    [t.paid]: moneyColumn(({ paid }) => paid),
  };
}
