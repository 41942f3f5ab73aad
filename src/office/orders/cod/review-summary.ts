import {
  type Difference,
  type Match,
  type RemittanceResult,
  unappliedRow,
} from '../../../domain/orders/payments/remittance.ts';
import type { RemittanceRow } from '../../../domain/orders/payments/remittance-file.ts';
import { type FileTotal, fileTotal } from '../../../domain/orders/payments/remittance-total.ts';
import { type Money, sum, ZERO } from '../../../lib/money.ts';
import { count, money } from '../../../lib/number-format.ts';
import type { StoreContext } from '../../request-context.ts';
import { codTexts } from './cod-texts.ts';
import { typedReviewTexts } from './manual-payout-texts.ts';
import { differenceOf, signedMoney } from './unapplied-rows.tsx';

/** What the header of the review says about a payout, and whether everything matches. */
export function reviewSummary(
  context: StoreContext,
  rows: readonly RemittanceRow[],
  { matched, differences, missing, paid }: Omit<RemittanceResult, 'remittanceId'>,
) {
  const t = reviewTexts(context, rows);
  const total = fileTotal(rows);
  const differing = matched.filter(({ paid, parcel }) => paid !== parcel.amount);
  const isTotalWrong = total !== undefined && total.written !== total.ofRows;
  const texts = [
    t.matched(count(matched.length), money(paid)),
    ...(differing.length === 0 ? [] : [differingText(context, differing)]),
    ...(differences.length === 0 || rows.some(({ isTyped }) => isTyped) ? [] : [fileText(context, rows)]),
    ...(total ? [totalText(context, total)] : []),
    ...(differences.length === 0 ? [] : [differencesText(t, differences)]),
    ...(missing.length === 0 ? [] : [t.missing(count(missing.length))]),
  ];
  const hasProblem = isTotalWrong || differences.length + differing.length + missing.length > 0;
  return { texts, isComplete: matched.length > 0 && !hasProblem };
}

export function reviewTexts({ language }: StoreContext, rows: readonly RemittanceRow[]) {
  const isTyped = rows.some((row) => row.isTyped);
  return { ...codTexts(language), ...(isTyped && typedReviewTexts(language)) };
}

/** All amounts that could be read. */
function fileText({ language }: StoreContext, fileRows: readonly RemittanceRow[]): string {
  const rows = fileRows.filter(({ isTotal }) => !isTotal);
  const amounts = rows.flatMap(({ paid }) => paid ?? []);
  return codTexts(language).fileTotal(count(rows.length), money(sum(...amounts) ?? ZERO));
}

/** Whether the total that the courier wrote is that of the rows. */
function totalText({ language }: StoreContext, { row, written, ofRows }: FileTotal): string {
  const t = codTexts(language);
  if (written === ofRows) return t.totalMatches(money(written));
  return t.totalDiffers({ row: count(row), written: money(written), ofRows: money(ofRows) });
}

/** How many rows do not match, and by how much their amounts differ in all. */
function differencesText(t: ReturnType<typeof reviewTexts>, differences: readonly Difference[]): string {
  const amounts = differences.flatMap((row) => differenceOf(unappliedRow(row)) ?? []);
  const text = t.differences(count(differences.length));
  return amounts.length === 0 ? text : `${text} (${signedMoney(sum(...amounts) ?? ZERO)})`;
}

/** How many typed amounts are not the COD of their parcel, and by how much they differ in all. */
function differingText({ language }: StoreContext, differing: readonly Match[]): string {
  const difference = sum(...differing.map(({ paid, parcel }) => (paid - parcel.amount) as Money)) ?? ZERO;
  return typedReviewTexts(language).differing(count(differing.length), signedMoney(difference));
}
