import * as v from 'valibot';
import { existingOrder } from '../../../domain/orders/order.ts';
import type { PaymentDetail } from '../../../domain/orders/payments/payment-details.ts';
import {
  type SharedTransfer,
  sumOfParts,
  transferTotal,
  usesToShare,
  withReference,
} from '../../../domain/orders/payments/shared-transfer.ts';
import type { ReferenceUse, TransferReference } from '../../../domain/orders/payments/transfer.ts';
import { type Id, parseId } from '../../../lib/ids.ts';
import { type Money, ZERO } from '../../../lib/money.ts';
import { money } from '../../../lib/number-format.ts';
import { optionalAmount, optionalText } from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import { AmountField, CheckField } from '../../forms/inputs.tsx';
import { Notice, Time } from '../../page/components.tsx';
import type { StoreContext, StoreProps } from '../../request-context.ts';
import { PaymentRecordTag } from '../status-tags.tsx';
import { paymentTexts } from './payment-texts.ts';
import type { SectionProps } from './section-props.ts';

// One transfer that pays several orders: docs/decisions.md#shared-transfers.

/** A decision names all payments that the page shows, so it is not offered for more. */
const MAX_SHOWN = 50;

/** The schema of `ShareFields` and `ShareChoice`. */
export const shareFields = {
  /** Ids of the other payments with the transfer that the page has shown. */
  shares_with: v.pipe(
    optionalText(),
    v.transform((ids) => ids?.split(',').flatMap((id) => parseId(id) ?? [])),
  ),
  transfer_total: optionalAmount,
};

interface SharedInput {
  shares_with?: readonly Id[] | undefined;
  transfer_total?: Money | undefined;
}

/** The decision in the form; undefined if the account has not made it. */
export const sharedOf = ({ shares_with: seen, transfer_total: total }: SharedInput): SharedTransfer | undefined =>
  seen && { seen, total };

/** The payments with their orders, customers, amounts, dates and states. */
export const Uses = ({ context, uses }: StoreProps<{ uses: readonly ReferenceUse[] }>) => (
  <ul>
    {uses.slice(0, MAX_SHOWN).map(({ orderId, orderNumber, amount, payTime, createTime, status }) => (
      <li>
        <a href={`/office/orders/${orderId}`}>#{orderNumber}</a>{' '}
        {context.may('customer_data') && <>· {customerOf(context, orderId)} </>}·{' '}
        <span class="money">{money(amount)}</span> · <Time at={payTime ?? createTime} />{' '}
        <PaymentRecordTag state={status} language={context.language} />
      </li>
    ))}
  </ul>
);

const customerOf = ({ db }: StoreContext, orderId: Id) => (
  <span class="break">{existingOrder(db, orderId, 0).recipientAddress.name}</span>
);

interface UsesProps {
  uses: readonly ReferenceUse[];
  /** The payment that takes the transfer, if it is recorded. */
  payment?: Pick<PaymentDetail, 'id'> | undefined;
}

/** The other payments with the transfer of a payment that awaits review, if an account may decide to share it. */
export function shareableUses({ context, order, payment }: SectionProps & { payment: PaymentDetail }): ReferenceUse[] {
  const uses = usesToShare(context.db, { order, transfer: payment, paymentId: payment.id });
  return uses.length > MAX_SHOWN ? [] : uses;
}

/** The fields of the form that confirms a payment as a part of its transfer. */
export const ShareFields = ({ context, uses, payment }: StoreProps<UsesProps>) => (
  <>
    <p class="muted">{paymentTexts(context.language).shareHint}</p>
    <Known context={context} uses={uses} payment={payment} />
    <input type="hidden" name="shares_with" value={idsOf(uses)} />
    <TotalField context={context} />
  </>
);

const idsOf = (uses: readonly ReferenceUse[]): string => uses.map(({ paymentId }) => paymentId).join(',');

const TotalField = ({ context: { language } }: { context: StoreContext }) => (
  <AmountField
    name="transfer_total"
    label={paymentTexts(language).transferTotal}
    hint={paymentTexts(language).transferTotalHint}
  />
);

/** The confirmed sum of the transfer, and its total if it is known. */
function Known({ context, uses, payment }: StoreProps<UsesProps>) {
  const t = paymentTexts(context.language);
  const shared = uses.find((use) => use.sharedTransferId !== null)?.sharedTransferId ?? null;
  const ids = [...uses.map(({ paymentId }) => paymentId), ...(payment ? [payment.id] : [])];
  const total = transferTotal(context.db, shared, ids);
  const sum = sumOfParts(uses.filter(({ status }) => status !== 'notified'));
  if (total === undefined && sum === ZERO) return null;
  return <p>{total === undefined ? t.confirmedSum(money(sum)) : t.confirmedOf(money(sum), money(total))}</p>;
}

type ChoiceProps = SectionProps & Pick<UsesProps, 'payment'> & { path: string };

/** In a form that was refused because of a used transfer: the other orders, and the choice to pay this order too. */
export function ShareChoice({ context, order, open, path, payment }: ChoiceProps) {
  if (open?.path !== `/orders/${order.id}${path}`) return null;
  const t = paymentTexts(context.language);
  const typed = open.transfer ?? typedTransfer(open.form);
  const transfer = withReference(context.db, order.storeId, typed, sharedOf(open.form.valid ?? {}) ?? { seen: [] });
  const uses = usesToShare(context.db, { order, transfer, paymentId: payment?.id });
  if (uses.length === 0 || uses.length > MAX_SHOWN) return null;
  return (
    <Notice tone="warn">
      {t.usedReference}
      <Uses context={context} uses={uses} />
      <CheckField name="shares_with" value={idsOf(uses)} label={t.share(order.orderNumber)} hint={t.shareHint} />
      <Known context={context} uses={uses} payment={payment} />
      <TotalField context={context} />
    </Notice>
  );
}

// biome-ignore lint/suspicious/noExplicitAny: any form with the fields of a transfer
const typedTransfer = (form: Form<any>): TransferReference => ({
  sendingBank: form.valid?.sending_bank ?? null,
  reference: form.valid?.reference ?? null,
});
