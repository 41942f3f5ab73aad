import { existingBankAccount } from '../../../domain/bank-accounts.ts';
import type { Refund } from '../../../domain/orders/payments/payment-details.ts';
import type { RefundAccount } from '../../../domain/orders/payments/payment-rows.ts';
import { refundsOfReference } from '../../../domain/orders/payments/transfer.ts';
import { sum, ZERO } from '../../../lib/money.ts';
import { money } from '../../../lib/number-format.ts';
import { Notice, Tag, Time } from '../../page/components.tsx';
import { bankAccountName, methodName } from '../order-labels.ts';
import { orderDetailTexts } from './order-detail-texts.ts';
import { OrderLinks } from './payment-facts.tsx';
import { paymentTexts } from './payment-texts.ts';
import { RefundAccountText } from './refund-account-fields.tsx';
import type { SectionProps } from './section-props.ts';

interface EntryProps extends Pick<SectionProps, 'context' | 'order'> {
  /** Refunds that were recorded together: they are one transfer. */
  refunds: readonly Refund[];
  /** The customer's account that received it, if the user may see it. */
  account: RefundAccount | undefined;
}

/** A refund with its slip. */
export function RefundEntry(props: EntryProps) {
  const { context, refunds } = props;
  const { language } = context;
  const methods = new Set(refunds.map(({ method }) => methodName(method, language)));
  return (
    <article class="entry payment">
      <RefundSlip {...props} />
      <div>
        <p>
          <strong class="money">−{money(sum(...refunds.map(({ amount }) => amount)) ?? ZERO)}</strong>{' '}
          {[...methods].join(', ')} <Tag>{orderDetailTexts(language).refund}</Tag>
        </p>
        <Times {...props} />
        <Sender {...props} />
        {props.account && (
          <p class="muted break">
            <RefundAccountText account={props.account} language={language} />
          </p>
        )}
        <SameTransfer {...props} />
      </div>
    </article>
  );
}

/** A link to the picture. The script shows it above the page. */
function RefundSlip({ context, order, refunds: [first] }: EntryProps) {
  if (!first?.slipType) return null;
  const t = paymentTexts(context.language);
  const path = `/office/orders/${order.id}/refund/${first.id}/slip`;
  return (
    <a href={path} target="_blank" rel="noopener" title={t.zoom} data-zoom={t.close}>
      <img class="slip" src={path} alt={t.refundSlip} loading="lazy" />
    </a>
  );
}

const MINUTE = 60_000;

function Times({ context, refunds: [first] }: EntryProps) {
  if (!first) return null;
  const { sendTime, createTime, note } = first;
  return (
    <p class="muted">
      <Time at={sendTime} />
      {createTime - sendTime >= MINUTE && (
        <span>
          {' '}
          · {paymentTexts(context.language).recordedAt} <Time at={createTime} />
        </span>
      )}
      {note !== null && <span class="break"> · {note}</span>}
    </p>
  );
}

/** The account that sent the money, and the reference of the transfer. */
function Sender({ context, refunds }: EntryProps) {
  const { db, store, language } = context;
  const t = paymentTexts(language);
  const id = refunds.find(({ bankAccountId }) => bankAccountId !== null)?.bankAccountId;
  const reference = referenceOf(refunds);
  const parts = [
    id ? t.from(bankAccountName(existingBankAccount(db, store.id, id), language)) : undefined,
    reference ? t.referenceIs(reference) : undefined,
  ].filter((part) => part !== undefined);
  return parts.length === 0 ? null : <p class="muted break">{parts.join(' · ')}</p>;
}

const referenceOf = (refunds: readonly Refund[]): string | null =>
  refunds.find(({ reference }) => reference !== null)?.reference ?? null;

/** Warns if the transfer refunded other orders too. */
function SameTransfer({ context, refunds }: EntryProps) {
  const others = refundsOfReference(context.db, context.store.id, referenceOf(refunds)).filter(
    ({ refundId }) => refundId !== refunds[0]?.id,
  );
  if (others.length === 0) return null;
  return (
    <Notice tone="warn">
      {paymentTexts(context.language).usedReference} <OrderLinks orders={others} />
    </Notice>
  );
}
