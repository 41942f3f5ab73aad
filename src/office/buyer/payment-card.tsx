import { type BankAccount, bankAccounts } from '../../domain/bank-accounts.ts';
import type { Order } from '../../domain/orders/order.ts';
import type { PaymentRecordStatus } from '../../domain/orders/order-states.ts';
import { balanceDue } from '../../domain/orders/payments/balance.ts';
import { amountToTransfer } from '../../domain/orders/payments/expected-payments.ts';
import type { Language } from '../../lib/messages/catalogue.ts';
import { type Money, sum, ZERO } from '../../lib/money.ts';
import { money, typedBaht } from '../../lib/number-format.ts';
import { bankName } from '../../lib/thai-banks.ts';
import { AmountField, FileField } from '../forms/inputs.tsx';
import { accountNumber } from '../orders/order-labels.ts';
import { minuteText } from '../page/format.ts';
import { Icon } from '../page/icons.tsx';
import { buyerTexts } from './buyer-texts.ts';
import type { BuyerPageProps } from './page-props.ts';

/** The amount to pay, the ways to pay, and payments. */
export function PaymentCard(props: BuyerPageProps) {
  const toTransfer = amountToTransfer(props.db, props.order);
  const hasForm = toTransfer > 0 || props.form.hasErrors;
  if (!hasForm && !hasStatus(props.order)) return <PaymentList {...props} />;
  return (
    <section>
      <Headline {...props} />
      <CashOnDelivery {...props} />
      {toTransfer > 0 && <HowToPay {...props} toTransfer={toTransfer} />}
      {hasForm && <SlipForm {...props} toTransfer={toTransfer} />}
      {hasReviewed(props.order) && (
        <>
          <h3>{buyerTexts(props.language).payments}</h3>
          <Reviewed {...props} />
        </>
      )}
    </section>
  );
}

/** The payments of an order of which nothing is owed. */
const PaymentList = (props: BuyerPageProps) =>
  hasReviewed(props.order) ? (
    <section>
      <h2>{buyerTexts(props.language).payments}</h2>
      <Reviewed {...props} />
    </section>
  ) : null;

const hasReviewed = ({ payments }: Order) => payments.some(({ status }) => status !== 'notified');

const amountsInReview = ({ payments }: Order) =>
  payments.filter(({ status }) => status === 'notified').map(({ amount }) => amount);

function isPaid({ status, paidAmount, unpaidAmount }: Order): boolean {
  const isOver = status === 'canceled' || status === 'expired';
  return !isOver && paidAmount > 0 && unpaidAmount === 0;
}

/** Whether the card says more than the list of payments: paid, in review, or what a courier collects. */
const hasStatus = (order: Order): boolean =>
  isPaid(order) || amountsInReview(order).length > 0 || codNotice(order) !== undefined;

function Headline({ language, order, isSent }: BuyerPageProps) {
  const t = buyerTexts(language);
  const inReview = amountsInReview(order);
  if (inReview.length === 0)
    return isPaid(order) ? <PaidHeadline language={language} order={order} /> : <h2>{t.pay}</h2>;
  return (
    <div role={isSent ? 'status' : undefined}>
      <h2 class="good">{t.sent(money(sum(...inReview) ?? ZERO))}</h2>
      <p class="muted">{t.checking}</p>
    </div>
  );
}

function PaidHeadline({ language, order }: Pick<BuyerPageProps, 'language' | 'order'>) {
  const t = buyerTexts(language);
  if (order.refundedAmount === 0) return <h2 class="good">{t.nothingDue}</h2>;
  return (
    <>
      <h2 class="good">{t.partlyRefunded(money(order.refundedAmount))}</h2>
      <p>
        {t.net} <strong class="money">{money(order.paidAmount)}</strong>
      </p>
    </>
  );
}

function codNotice(order: Order): 'collected' | 'pending' | undefined {
  const { codStatus, codAmount } = order;
  if (codAmount === null || balanceDue(order) === 0) return undefined;
  return codStatus === 'collected' || codStatus === 'pending' ? codStatus : undefined;
}

function CashOnDelivery({ language, order }: BuyerPageProps) {
  const t = buyerTexts(language);
  const notice = codNotice(order);
  if (notice === undefined) return null;
  if (notice === 'collected') return <p class="notice good">{t.paidToCourier}</p>;
  return <p class="notice">{t.payCourier(money(order.codAmount ?? ZERO))}</p>;
}

type ToTransfer = BuyerPageProps & { toTransfer: Money };

function HowToPay(props: ToTransfer) {
  const { db, language, order, store, toTransfer } = props;
  const t = buyerTexts(language);
  const accounts = bankAccounts(db, store.id);
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
      {store.promptpayId !== null && <PromptpayQr {...props} promptpayId={store.promptpayId} />}
      {accounts.map((account) => (
        <BankAccountToCopy language={language} account={account} />
      ))}
    </div>
  );
}

function PromptpayQr({ language, order, store, token, promptpayId }: ToTransfer & { promptpayId: string }) {
  const t = buyerTexts(language);
  const qr = `${token}/qr.png`;
  return (
    <>
      <img src={qr} alt={t.qr} width="240" height="240" />
      <p>
        {t.promptpayId(promptpayId)}
        {store.promptpayName !== null && (
          <>
            {' '}
            <strong>{store.promptpayName}</strong>
          </>
        )}
      </p>
      <p class="muted">
        {t.scan} {store.promptpayName !== null && t.compareName}
      </p>
      <p>
        <a class="button" href={qr} download={`promptpay-${order.orderNumber}.png`}>
          {t.saveQr}
        </a>
      </p>
    </>
  );
}

function BankAccountToCopy({ language, account }: { language: Language; account: BankAccount }) {
  const t = buyerTexts(language);
  return (
    <div class="account">
      <p>
        <span class="muted">{bankName(account.bank, language)}</span>{' '}
        <strong class="number">{accountNumber(account.number)}</strong> <span>{account.name}</span>
      </p>
      <button type="button" class="copy" title={t.copy} data-copies={account.number} data-copied={t.copied}>
        <Icon name="copy" />
        <span class="visually-hidden">{t.copy}</span>
      </button>
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
      <AmountField form={form} name="amount" label={t.amount} value={typedBaht(toTransfer)} required />
      <button type="submit">{t.sendSlip}</button>
    </form>
  );
}

const statusText = (status: Exclude<PaymentRecordStatus, 'notified'>, language: Language): string => {
  const t = buyerTexts(language);
  return { confirmed: t.confirmed, rejected: t.rejected, refunded: t.refundedPayment }[status];
};

const MAX_SHOWN = 20; // payments

function Reviewed({ language, order }: BuyerPageProps) {
  const reviewed = order.payments.flatMap(({ status, ...payment }) =>
    status === 'notified' ? [] : { ...payment, status },
  );
  return (
    <ul class="items">
      {reviewed.slice(-MAX_SHOWN).map(({ amount, status, createTime }) => (
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
  );
}
