import { type CodPayout, codDifference, codPayouts, codPayoutTotals } from '../../domain/figures/cod-payouts.ts';
import { netAmount } from '../../domain/orders/payments/remittance-rows.ts';
import type { Span } from '../../lib/calendar.ts';
import type { Money } from '../../lib/money.ts';
import { count } from '../../lib/number-format.ts';
import { Tag } from '../page/components.tsx';
import { List } from '../page/list.tsx';
import type { StoreProps } from '../request-context.ts';
import { MoneyFigures } from './money-figures.tsx';
import { moneyTexts } from './money-texts.ts';

type Props = StoreProps<{ span: Span }>;

/** COD total, the fees that couriers kept, and what arrived at the bank. */
export function CodPayoutSums({ context: { db, store, language }, span }: Props) {
  const t = moneyTexts(language);
  const payouts = codPayouts(db, store.id, span);
  if (payouts.length === 0) return null;
  const { withoutFee, amount, fee } = codPayoutTotals(payouts);
  const difference = codDifference(db, store.id, span);
  const sums = [
    [t.codTotal, amount],
    ...(difference === 0 ? [] : ([[t.codDifference, difference]] as const)),
    [t.courierFee, fee],
    [t.netPayout, (amount - fee) as Money],
  ] as const;
  return (
    <>
      <h2>{t.cod}</h2>
      <MoneyFigures sums={sums} label={t.cod} />
      {withoutFee > 0 && <p class="hint">{t.withoutFee(count(withoutFee))}</p>}
    </>
  );
}

/** Each payout of the span, to compare with the bank statement, and what was taken back of earlier ones. */
export function CodPayoutList({ context: { db, store, language }, span }: Props) {
  const t = moneyTexts(language);
  const payouts = codPayouts(db, store.id, span);
  if (payouts.length === 0) return null;
  const netOf = (payout: CodPayout) =>
    payout.isUndo ? ((payout.amount - (payout.fee ?? 0)) as Money) : netAmount(payout);
  return (
    <List
      class="list tight"
      rows={payouts}
      columns={(column) => [
        column(t.payout, ({ id, isUndo }) => (
          <>
            <a href={`/office/orders/cod/remittances/${id}`}>#{id}</a> {isUndo === 1 && <Tag>{t.payout_undone}</Tag>}
          </>
        )),
        column(t.payoutNote, 'break', ({ note }) => note ?? undefined),
        column.money(t.codTotal, ({ amount }) => amount),
        column.money(t.courierFee, ({ fee }) => fee),
        column.money(t.netPayout, netOf),
      ]}
    />
  );
}
