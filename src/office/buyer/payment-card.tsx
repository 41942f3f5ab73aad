import type { Language } from '../../domain/accounts/accounts.ts';
import { bankAccounts } from '../../domain/bank-accounts.ts';
import type { PaymentRecordStatus } from '../../domain/orders/order-states.ts';
import { balanceDue } from '../../domain/orders/payments/balance.ts';
import { amountToTransfer } from '../../domain/orders/payments/promptpay.ts';
import { type Money, moneyText } from '../../lib/money.ts';
import { money } from '../../lib/number-format.ts';
import { bankName } from '../../lib/thai-banks.ts';
import { AmountField, FileField } from '../forms/inputs.tsx';
import { accountNumber } from '../orders/order-labels.ts';
import { minuteText } from '../page/format.ts';
import { buyerTexts } from './buyer-texts.ts';
import type { BuyerPageProps } from './page-props.ts';

/** The amount to pay, the ways to pay, and reported payments. */
export function PaymentCard(props: BuyerPageProps) {
  const { db, language, order } = props;
  const t = buyerTexts(language);
  const toTransfer = amountToTransfer(db, order);
  const isWaiting = order.payments.some(({ status }) => status === 'notified');
  const isOver = order.status === 'canceled' || order.status === 'expired';
  const isPaid = !isOver && order.paidAmount > 0 && order.unpaidAmount === 0;
  return (
    <section>
      <h2>{t.pay}</h2>
      {isPaid && <p class="notice good">{t.nothingDue}</p>}
      {isWaiting && !props.isSent && <p class="notice">{t.checking}</p>}
      <CashOnDelivery {...props} />
      {toTransfer > 0 && <HowToPay {...props} toTransfer={toTransfer} />}
      {(toTransfer > 0 || props.form.hasErrors) && <SlipForm {...props} toTransfer={toTransfer} />}
      <Reported {...props} />
    </section>
  );
}

function CashOnDelivery({ language, order }: BuyerPageProps) {
  const t = buyerTexts(language);
  const { codStatus, codAmount } = order;
  if (codAmount === null || balanceDue(order) === 0) return null;
  if (codStatus === 'collected') return <p class="notice good">{t.paidToCourier}</p>;
  return codStatus === 'pending' ? <p class="notice">{t.payCourier(money(codAmount))}</p> : null;
}

type ToTransfer = BuyerPageProps & { toTransfer: Money };

function HowToPay({ db, language, order, store, token, toTransfer }: ToTransfer) {
  const t = buyerTexts(language);
  const accounts = bankAccounts(db, store.id);
  const qr = `${token}/qr.png`;
  return (
    <div class="pay">
      <p class="muted">{t.toTransfer}</p>
      <p class="due">{money(toTransfer)}</p>
      {order.expirationTime !== null && (
        <p class="muted">
          {t.payBy} {minuteText(order.expirationTime, language)}
        </p>
      )}
      {store.promptpayId === null && accounts.length === 0 && <p>{t.askStore}</p>}
      {store.promptpayId !== null && (
        <>
          <img src={qr} alt={t.qr} width="240" height="240" />
          <p>{t.promptpayId(store.promptpayId)}</p>
          <p class="muted">{t.scan}</p>
          <p>
            <a class="button" href={qr} download={`promptpay-${order.orderNumber}.png`}>
              {t.saveQr}
            </a>
          </p>
        </>
      )}
      {accounts.map((account) => (
        <p class="account">
          {bankName(account.bank, language)} <span class="number">{accountNumber(account.number)}</span>
          <button type="button" class="copy" data-copies={account.number} data-copied={t.copied}>
            {t.copy}
          </button>
          <br />
          <span class="muted">{account.name}</span>
        </p>
      ))}
    </div>
  );
}

/** Posts to the page itself, so that its relative links stay the same. */
function SlipForm({ language, token, form, toTransfer }: ToTransfer) {
  const t = buyerTexts(language);
  return (
    <form method="post" action={`${token}?lang=${language}`} enctype="multipart/form-data" novalidate>
      <h3>{t.sendSlip}</h3>
      {form.error !== undefined && (
        <p class="notice bad" role="alert">
          {form.error}
        </p>
      )}
      <FileField
        form={form}
        name="slip"
        label={t.slip}
        hint={t.slipHint}
        accept="image/jpeg,image/png,image/webp"
        required
      />
      <AmountField form={form} name="amount" label={t.amount} value={moneyText(toTransfer)} required />
      <button type="submit">{t.sendSlip}</button>
    </form>
  );
}

const statusText = (status: PaymentRecordStatus, language: Language): string => {
  const t = buyerTexts(language);
  return { notified: t.waiting, confirmed: t.confirmed, rejected: t.rejected, refunded: t.refundedPayment }[status];
};

const MAX_SHOWN = 20; // payments

function Reported({ language, order }: BuyerPageProps) {
  const t = buyerTexts(language);
  if (order.payments.length === 0) return null;
  return (
    <>
      <h3>{t.payments}</h3>
      <ul class="items">
        {order.payments.slice(-MAX_SHOWN).map(({ amount, status, createTime }) => (
          <li>
            <span class="name">
              {minuteText(createTime, language)}
              <br />
              <span class="muted">{statusText(status, language)}</span>
            </span>
            <span class="money">{money(amount)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
