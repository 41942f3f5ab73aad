import type { Language } from '../../../domain/accounts/accounts.ts';
import { balanceDue } from '../../../domain/orders/payments/balance.ts';
import {
  ordersWithSlipOf,
  type PaymentDetail,
  paymentDetails,
} from '../../../domain/orders/payments/payment-details.ts';
import { receiptObstacle } from '../../../domain/orders/payments/receipts.ts';
import { PAYMENT_METHODS } from '../../../domain/orders/states.ts';
import type { Id } from '../../../lib/ids.ts';
import { moneyText } from '../../../lib/money.ts';
import { money } from '../../../lib/number-format.ts';
import { AmountField, type Option, SelectField, TextField } from '../../forms/inputs.tsx';
import { PictureField } from '../../forms/picture-field.tsx';
import { ButtonLink, Notice, Time } from '../../page/components.tsx';
import type { StoreContext } from '../../request-context.ts';
import { methodName } from '../order-labels.ts';
import { PaymentRecordTag } from '../status-tags.tsx';
import { ActionButton, ActionForm } from './action-form.tsx';
import { orderDetailTexts } from './order-detail-texts.ts';
import type { SectionProps } from './section-props.ts';

/** Payments with their slips and actions. */
export function PaymentsCard(props: SectionProps) {
  const { context, order } = props;
  const t = orderDetailTexts(context.language);
  const payments = paymentDetails(context.db, order.id);
  const balance = balanceDue(order);
  const isDue = balance > 0;
  const due = isDue ? moneyText(balance) : undefined;
  return (
    <section class="card" id="payments">
      <h2>{t.payments}</h2>
      {payments.length === 0 && <p class="muted">{t.noPayment}</p>}
      {payments.map((payment) => (
        <Payment {...props} payment={payment} />
      ))}
      {receiptObstacle(context.db, order) === 'no_tax_id' && <MissingTaxId context={context} />}
      <div class="actions">
        {isDue && (
          <ActionForm {...props} path="/payments" label={t.markPaid}>
            <p class="muted">{t.markPaidHint}</p>
            <PaymentFields language={context.language} amount={due} />
          </ActionForm>
        )}
        {order.status === 'open' && (
          <ActionForm {...props} path="/payments/notify" label={t.notify} files>
            <p class="muted">{t.notifyHint}</p>
            <PaymentFields language={context.language} amount={due} />
            <PictureField language={context.language} name="slip" label={t.slip} />
          </ActionForm>
        )}
        {isDue && context.store.promptpayId !== null && (
          <ButtonLink href={`/office/orders/${order.id}/promptpay`} label={t.promptpay} />
        )}
        {order.paidAmount > 0 && (
          <ActionForm {...props} path="/refund" label={t.refund} submit={t.recordRefund} danger>
            <p class="muted">{t.refundHint}</p>
            <PaymentFields language={context.language} optionalMethod />
          </ActionForm>
        )}
      </div>
    </section>
  );
}

const MissingTaxId = ({ context }: { context: StoreContext }) => {
  const t = orderDetailTexts(context.language);
  return (
    <Notice tone="warn">
      {t.noTaxId} {context.mayOpen('/settings/addresses') && <a href="/office/settings/addresses">{t.toAddresses}</a>}
    </Notice>
  );
};

const methodOptions = (language: Language): Option[] =>
  PAYMENT_METHODS.map((value) => ({ value, label: methodName(value, language) }));

interface PaymentFieldsProps {
  language: Language;
  amount?: string | undefined;
  /** Choosing a method is optional. */
  optionalMethod?: boolean;
}

/** Fields for amount, method and note. */
function PaymentFields({ language, amount, optionalMethod }: PaymentFieldsProps) {
  const t = orderDetailTexts(language);
  return (
    <div class="fields">
      <AmountField name="amount" label={t.paidAmount} value={amount} />
      <SelectField
        name="method"
        label={t.method}
        options={methodOptions(language)}
        {...(optionalMethod ? { empty: '—' } : {})}
      />
      <TextField name="note" label={t.note} />
    </div>
  );
}

function Payment({ payment, ...props }: SectionProps & { payment: PaymentDetail }) {
  const { context, order } = props;
  const t = orderDetailTexts(context.language);
  const path = `/payments/${payment.id}`;
  const slip = `/office/orders/${order.id}${path}/slip`;
  return (
    <article class="entry payment">
      {payment.slipType !== null && (
        <a href={slip} target="_blank" rel="noopener">
          <img class="slip" src={slip} alt={t.slip} loading="lazy" />
        </a>
      )}
      <div>
        <p>
          <strong class="money">{money(payment.amount)}</strong>{' '}
          {payment.remittanceId === null ? methodName(payment.method, context.language) : 'COD'}{' '}
          <PaymentRecordTag state={payment.status} language={context.language} />
        </p>
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
        {payment.slipType !== null && <DuplicateSlip {...props} payment={payment} />}
        {payment.status === 'notified' && (
          <div class="actions">
            <ActionButton {...props} path={`${path}/confirm`} label={t.confirm} main />
            <ActionForm {...props} path={`${path}/reject`} label={t.reject} danger>
              <TextField name="reason" label={t.reason} required />
            </ActionForm>
          </div>
        )}
      </div>
    </article>
  );
}

/** Links to the COD payout that contained this payment. */
const RemittanceLink = ({ context, id }: SectionProps & { id: Id }) => (
  <>
    {' · '}
    <a href={`/office/orders/cod/remittances/${id}`}>{orderDetailTexts(context.language).remittance(String(id))}</a>
  </>
);

/** Warns if the same slip image was used for other orders. */
function DuplicateSlip({ context, payment }: SectionProps & { payment: PaymentDetail }) {
  const uses = ordersWithSlipOf(context.db, payment.id, context.store.id);
  if (uses.length === 0) return null;
  const numbers = uses.map(({ orderNumber }) => `#${orderNumber}`).join(', ');
  return <p class="notice bad">{orderDetailTexts(context.language).sameSlip(numbers)}</p>;
}
