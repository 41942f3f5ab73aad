import { existingBankAccount } from '../../../domain/bank-accounts.ts';
import { overpaidOf } from '../../../domain/orders/payments/balance.ts';
import { ordersWithSlipOf, type PaymentDetail } from '../../../domain/orders/payments/payment-details.ts';
import { partsOfTransfer, sumOfParts, transferTotal } from '../../../domain/orders/payments/shared-transfer.ts';
import { lacksSlipCode } from '../../../domain/orders/payments/slips-to-review.ts';
import { refundsOfReference, usesOfReference } from '../../../domain/orders/payments/transfer.ts';
import type { Id } from '../../../lib/ids.ts';
import type { Money } from '../../../lib/money.ts';
import { money } from '../../../lib/number-format.ts';
import { bankName } from '../../../lib/thai-banks.ts';
import { Notice, Tag, Time } from '../../page/components.tsx';
import { codTexts } from '../cod/cod-texts.ts';
import { accountNumber, methodName } from '../order-labels.ts';
import { PaymentRecordTag } from '../status-tags.tsx';
import { orderDetailTexts } from './order-detail-texts.ts';
import { paymentTexts } from './payment-texts.ts';
import type { SectionProps } from './section-props.ts';
import { Uses } from './shared-transfer.tsx';
import { VerificationNotice } from './verification-notice.tsx';

export type PaymentProps = SectionProps & { payment: PaymentDetail };

/** The amount, method, status and transfer of a payment, and warnings to check before it is confirmed. */
export function PaymentFacts(props: PaymentProps) {
  const { context, payment } = props;
  return (
    <>
      <p>
        <strong class="money">{money(payment.amount)}</strong>{' '}
        {payment.remittanceId === null ? methodName(payment.method, context.language) : 'COD'}{' '}
        {payment.remittanceId !== null && payment.status === 'rejected' ? (
          <Tag>{codTexts(context.language).undone}</Tag>
        ) : (
          <PaymentRecordTag state={payment.status} language={context.language} />
        )}
      </p>
      <Remarks {...props} />
      <TransferLine {...props} />
      <TransferParts context={context} payment={payment} />
      {payment.slipType !== null && <DuplicateSlip {...props} />}
      <UsedReference {...props} />
      <VerificationNotice {...props} />
      {payment.status === 'notified' && lacksSlipCode(context.db, payment.id) && (
        <Notice tone="warn">{paymentTexts(context.language).noCode}</Notice>
      )}
      {payment.status === 'notified' && <TooMuch {...props} />}
    </>
  );
}

function Remarks({ payment, ...props }: PaymentProps) {
  const t = orderDetailTexts(props.context.language);
  return (
    <p class="muted">
      <Time at={payment.createTime} />
      {payment.remittanceId !== null && <RemittanceLink {...props} id={payment.remittanceId} />}
      {payment.remittanceId === null && payment.note !== null && <span class="break"> · {payment.note}</span>}
      {payment.payTime !== null && (
        <span>
          {' '}
          · {t.paidByCustomer} <Time at={payment.payTime} />
        </span>
      )}
      {payment.reason !== null && <span class="break"> · {payment.reason}</span>}
      {payment.refunded > 0 && <span> · {t.refundedOf(money(payment.refunded))}</span>}
    </p>
  );
}

/** Banks and reference of the transfer. */
function TransferLine({ context, payment }: PaymentProps) {
  const { language } = context;
  const t = paymentTexts(language);
  const { sendingBank, reference, bankAccountId } = payment;
  const account = bankAccountId === null ? undefined : existingBankAccount(context.db, context.store.id, bankAccountId);
  const parts = [
    sendingBank !== null && t.from(bankName(sendingBank, language)),
    account && (
      <>
        {t.into(bankName(account.bank, language))} <span class="account">{accountNumber(account.number)}</span>
      </>
    ),
    reference !== null && t.referenceIs(reference),
  ].filter((part) => part !== undefined && part !== false);
  if (parts.length === 0) return null;
  return <p class="muted break">{parts.map((part, i) => (i === 0 ? part : <> · {part}</>))}</p>;
}

/** Links to the COD payout that contained this payment. */
const RemittanceLink = ({ context, id }: SectionProps & { id: Id }) => (
  <>
    {' · '}
    <a href={`/office/orders/cod/remittances/${id}`}>{orderDetailTexts(context.language).remittance(String(id))}</a>
  </>
);

/** Warns if the same slip image was used for other orders, unless `UsedReference` names them. */
function DuplicateSlip({ context, payment }: PaymentProps) {
  const named = payment.status === 'rejected' ? [] : usesOfReference(context.db, context.store.id, payment);
  const uses = ordersWithSlipOf(context.db, payment.id, context.store.id).filter(
    ({ orderNumber }) => !named.some((use) => use.orderNumber === orderNumber),
  );
  if (uses.length === 0) return null;
  const numbers = uses.map(({ orderNumber }) => `#${orderNumber}`).join(', ');
  return <p class="notice bad">{orderDetailTexts(context.language).sameSlip(numbers)}</p>;
}

const MAX_LINKS = 10;

/** The other orders that the transfer of a payment pays, and the sum of its parts. */
function TransferParts({ context, payment }: Pick<PaymentProps, 'context' | 'payment'>) {
  const parts = partsOfTransfer(context.db, payment.sharedTransferId);
  const others = parts.filter(({ paymentId }) => paymentId !== payment.id);
  if (others.length === 0) return null;
  const t = paymentTexts(context.language);
  const sum = sumOfParts(parts);
  const total = transferTotal(context.db, payment.sharedTransferId);
  return (
    <p>
      {t.partOf} <OrderLinks orders={others} /> ·{' '}
      {total === undefined || total === sum ? t.inAll(money(sum)) : t.ofTotal(money(sum), money(total))}
    </p>
  );
}

/** Warns if other payments name the same transfer and are no parts of it. A rejected payment claims nothing. */
function UsedReference({ context, payment }: PaymentProps) {
  if (payment.status === 'rejected') return null;
  const t = paymentTexts(context.language);
  const payments = usesOfReference(context.db, context.store.id, payment).filter(
    ({ paymentId, sharedTransferId }) =>
      paymentId !== payment.id && (sharedTransferId === null || sharedTransferId !== payment.sharedTransferId),
  );
  const refunds = refundsOfReference(context.db, context.store.id, payment.reference);
  if (payments.length + refunds.length === 0) return null;
  const isUsed = refunds.length > 0 || payments.some(({ status }) => status !== 'notified');
  return (
    <Notice tone={isUsed ? 'bad' : 'warn'}>
      {isUsed ? t.usedReference : t.alsoReported} <OrderLinks orders={refunds} />
      {payments.length > 0 && <Uses context={context} uses={payments} />}
    </Notice>
  );
}

/** Links to the first of these orders. */
export const OrderLinks = ({ orders }: { orders: readonly { orderId: Id; orderNumber: number }[] }) => (
  <>
    {orders.slice(0, MAX_LINKS).map(({ orderId, orderNumber }, i) => (
      <>
        {i > 0 && ', '}
        <a href={`/office/orders/${orderId}`}>#{orderNumber}</a>
      </>
    ))}
  </>
);

/** Warns if the payment is more than the balance due, which is 0 for a closed order. */
function TooMuch({ context, order, payment }: PaymentProps) {
  const t = paymentTexts(context.language);
  if (order.status === 'canceled' || order.status === 'expired')
    return <Notice tone="warn">{t.tooMuchClosed(money(payment.amount))}</Notice>;
  const overpaid = overpaidOf({ ...order, paidAmount: (order.paidAmount + payment.amount) as Money });
  return overpaid > 0 ? <Notice tone="warn">{t.tooMuch(money(overpaid))}</Notice> : null;
}
