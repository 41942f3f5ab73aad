import type { Match, RemittanceResult } from '../../../domain/orders/payments/remittance.ts';
import { bangkokMinute } from '../../../lib/calendar.ts';
import { type Money, sum, ZERO } from '../../../lib/money.ts';
import { count, money } from '../../../lib/number-format.ts';
import { DayField } from '../../forms/date-fields.tsx';
import { Submit, TextField } from '../../forms/inputs.tsx';
import type { StoreProps } from '../../request-context.ts';
import { codTexts } from './cod-texts.ts';
import { FeeFields } from './fee-form.tsx';
import { manualPayoutTexts } from './manual-payout-texts.ts';

type AmountRow = { row: number } & { paid: Money | null; fee?: Money | undefined };

export interface PayoutRows {
  matched: readonly Match[];
  /** Rows with another amount that can be accepted. */
  acceptable: readonly AmountRow[];
  /** Those that are accepted. */
  accepted: readonly AmountRow[];
  /** Those whose checkbox is on the page. */
  shown: readonly AmountRow[];
}

type Props = StoreProps<{ rows: PayoutRows; fee: RemittanceResult['fee']; page: number }>;

/** The last part of the review: when the money arrived, its fee, and what will be saved. */
export function PayoutForm({ context, rows, fee, page }: Props) {
  const t = codTexts(context.language);
  const hasFees = fee !== null || rows.acceptable.some((row) => row.fee !== undefined);
  return (
    <section class="card">
      <div class="fields">
        <DayField
          name="received"
          label={t.received}
          hint={t.receivedHint}
          value={bangkokMinute(context.now).slice(0, 10)}
        />
        <FeeFields context={context} hint={hasFees ? t.feeOfFile : undefined} />
        <TextField name="note" label={t.note} />
      </div>
      <div class="actions">
        <Submit label={t.apply} />
        {rows.acceptable.length > 0 && (
          <Submit class="secondary outline unscripted-only" name="page" value={String(page)} label={t.calculate} />
        )}
        <SavedSum context={context} rows={rows} />
      </div>
    </section>
  );
}

/** What the form as it is would save. The script changes it with the checkboxes; its amounts are in satang. */
function SavedSum({ context, rows }: Pick<Props, 'context' | 'rows'>) {
  const texts = { ...codTexts(context.language), ...manualPayoutTexts(context.language) };
  const { matched, acceptable, accepted, shown } = rows;
  const onPage = new Set(shown.map(({ row }) => row));
  const always = totals([...matched, ...accepted.filter(({ row }) => !onPage.has(row))]);
  const data = {
    always,
    all: totals([...matched, ...acceptable]),
    rows: Object.fromEntries(
      shown.map((row) => [
        row.row,
        totals([row])
          .slice(1)
          .filter((amount) => amount !== null),
      ]),
    ),
  };
  const [parcels, paid, fee] = totals([...matched, ...accepted]);
  const values = {
    count: count(parcels),
    sum: bahtText(paid),
    fee: bahtText(fee ?? 0),
    net: bahtText(paid - (fee ?? 0)),
  };
  const template = (hasFee: boolean) => `${texts.savedSum}${hasFee ? ` · ${texts.savedFee}` : ''}`;
  const text = template(fee !== null).replace(/{(\w+)}/g, (_, name: keyof typeof values) => values[name]);
  return (
    <output data-saved={JSON.stringify(data)} data-text={texts.savedSum} data-fee-text={template(true)}>
      {text}
    </output>
  );
}

const PER_SATANG = 100; // of Money

const bahtText = (satang: number): string => money((satang * PER_SATANG) as Money).slice(1);

/** Number of rows, amount and fee in satang; without a fee null. */
function totals(rows: readonly Pick<AmountRow, 'paid' | 'fee'>[]): [count: number, paid: number, fee: number | null] {
  const satangOf = (amounts: readonly Money[]) => Math.round((sum(...amounts) ?? ZERO) / PER_SATANG);
  const fees = rows.flatMap(({ fee }) => fee ?? []);
  return [rows.length, satangOf(rows.flatMap(({ paid }) => paid ?? [])), fees.length === 0 ? null : satangOf(fees)];
}
