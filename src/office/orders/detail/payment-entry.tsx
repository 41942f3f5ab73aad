import { existingBankAccount } from '../../../domain/bank-accounts.ts';
import { overpaidOf } from '../../../domain/orders/payments/balance.ts';
import { ordersWithSlipOf, type PaymentDetail } from '../../../domain/orders/payments/payment-details.ts';
import { usesOfReference } from '../../../domain/orders/payments/transfer.ts';
import type { Id } from '../../../lib/ids.ts';
import type { Money } from '../../../lib/money.ts';
import { money } from '../../../lib/number-format.ts';
import { bankName } from '../../../lib/thai-banks.ts';
import { TextField } from '../../forms/inputs.tsx';
import { commonTexts } from '../../page/common-texts.ts';
import { Notice, Time } from '../../page/components.tsx';
import { bankAccountName, methodName } from '../order-labels.ts';
import { PaymentRecordTag } from '../status-tags.tsx';
import { ActionButton, ActionForm } from './action-form.tsx';
import { orderDetailTexts } from './order-detail-texts.ts';
import { TransferFields } from './payment-fields.tsx';
import { paymentTexts } from './payment-texts.ts';
import type { SectionProps } from './section-props.ts';
import { VerificationNotice, VerifyButton } from './verification-notice.tsx';

type PaymentProps = SectionProps & { payment: PaymentDetail };

/** A payment with its slip, its warnings and the actions of its review. */
export function PaymentEntry(props: PaymentProps) {
  const { context, order, payment } = props;
  return (
    <article class="entry payment">
      {payment.slipType !== null && (
        <SlipPicture href={`/office/orders/${order.id}/payments/${payment.id}/slip`} context={context} />
      )}
      <div>
        <p>
          <strong class="money">{money(payment.amount)}</strong>{' '}
          {payment.remittanceId === null ? methodName(payment.method, context.language) : 'COD'}{' '}
          <PaymentRecordTag state={payment.status} language={context.language} />
        </p>
        <Remarks {...props} />
        <TransferLine {...props} />
        {payment.slipType !== null && <DuplicateSlip {...props} />}
        <UsedReference {...props} />
        <VerificationNotice {...props} />
        {payment.status === 'notified' && <TooMuch {...props} />}
        {payment.status === 'notified' && <Review {...props} />}
      </div>
    </article>
  );
}

/** A link to the picture. The script shows it above the page. */
const SlipPicture = ({ context, href }: Pick<SectionProps, 'context'> & { href: string }) => {
  const t = paymentTexts(context.language);
  return (
    <a href={href} target="_blank" rel="noopener" title={t.zoom} data-zoom={t.close}>
      <img class="slip" src={href} alt={orderDetailTexts(context.language).slip} loading="lazy" />
    </a>
  );
};

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
    account && t.into(bankAccountName(account, language)),
    reference !== null && t.referenceIs(reference),
  ].filter((part) => part !== undefined && part !== false);
  return parts.length === 0 ? null : <p class="muted break">{parts.join(' · ')}</p>;
}

/** Links to the COD payout that contained this payment. */
const RemittanceLink = ({ context, id }: SectionProps & { id: Id }) => (
  <>
    {' · '}
    <a href={`/office/orders/cod/remittances/${id}`}>{orderDetailTexts(context.language).remittance(String(id))}</a>
  </>
);

/** Warns if the same slip image was used for other orders. */
function DuplicateSlip({ context, payment }: PaymentProps) {
  const uses = ordersWithSlipOf(context.db, payment.id, context.store.id);
  if (uses.length === 0) return null;
  const numbers = uses.map(({ orderNumber }) => `#${orderNumber}`).join(', ');
  return <p class="notice bad">{orderDetailTexts(context.language).sameSlip(numbers)}</p>;
}

const MAX_LINKS = 10;

/** Warns if other payments name the same transfer. A rejected payment claims nothing. */
function UsedReference({ context, payment }: PaymentProps) {
  if (payment.status === 'rejected') return null;
  const t = paymentTexts(context.language);
  const uses = usesOfReference(context.db, context.store.id, payment).filter(
    ({ paymentId }) => paymentId !== payment.id,
  );
  if (uses.length === 0) return null;
  const isUsed = uses.some(({ status }) => status !== 'notified');
  return (
    <Notice tone={isUsed ? 'bad' : 'warn'}>
      {isUsed ? t.usedReference : t.alsoReported}{' '}
      {uses.slice(0, MAX_LINKS).map(({ orderId, orderNumber }, i) => (
        <>
          {i > 0 && ', '}
          <a href={`/office/orders/${orderId}`}>#{orderNumber}</a>
        </>
      ))}
    </Notice>
  );
}

/** Warns if the payment is more than the order lacks; a closed order lacks nothing. */
function TooMuch({ context, order, payment }: PaymentProps) {
  const t = paymentTexts(context.language);
  if (order.status === 'canceled' || order.status === 'expired')
    return <Notice tone="warn">{t.tooMuchClosed(money(payment.amount))}</Notice>;
  const overpaid = overpaidOf({ ...order, paidAmount: (order.paidAmount + payment.amount) as Money });
  return overpaid > 0 ? <Notice tone="warn">{t.tooMuch(money(overpaid))}</Notice> : null;
}

function Review({ payment, ...props }: PaymentProps) {
  const { context } = props;
  const t = orderDetailTexts(context.language);
  const path = `/payments/${payment.id}`;
  return (
    <div class="actions">
      <ActionButton {...props} path={`${path}/confirm`} label={t.confirm} main />
      <VerifyButton {...props} payment={payment} />
      <ActionForm
        {...props}
        path={`${path}/transfer`}
        label={paymentTexts(context.language).transferDetails}
        submit={commonTexts(context.language).save}
      >
        <TransferFields context={context} transfer={payment} />
      </ActionForm>
      <ActionForm {...props} path={`${path}/reject`} label={t.reject} danger>
        <TextField name="reason" label={t.reason} required />
      </ActionForm>
    </div>
  );
}
