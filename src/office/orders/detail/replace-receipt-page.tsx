import type * as v from 'valibot';
import type { Order } from '../../../domain/orders/order.ts';
import { type Receipt, receiptOfOrder, VOID_REASONS } from '../../../domain/orders/payments/receipts.ts';
import { replacementObstacle, replaceReceipt, sellerNow } from '../../../domain/orders/payments/replace-receipt.ts';
import { notFound } from '../../../lib/errors.ts';
import { documentNumber } from '../../../lib/number-format.ts';
import { errorText } from '../../error-text.ts';
import { checkTaxFields } from '../../forms/address-inputs.tsx';
import { choice, fields, integer } from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import { Post, SelectField, Submit } from '../../forms/inputs.tsx';
import type { Page } from '../../office-response.ts';
import { Notice } from '../../page/components.tsx';
import type { StoreContext, StoreProps } from '../../request-context.ts';
import { get, post, type Screen } from '../../screen.ts';
import { orderDetailTexts } from './order-detail-texts.ts';
import { DocumentHeading } from './printed-document.tsx';
import { BUYER_FIELDS, BuyerFields, DocumentCard, typedBuyer } from './receipt-parts.tsx';
import { receiptTexts, voidReasonNames } from './receipt-texts.ts';
import { requestedOrder } from './requested-order.ts';

// Cancels an issued receipt with a wrong buyer or seller and issues another one.

const PATH = '/orders/:id/receipt/replace';

const replaceForm = fields({ number: integer(), reason: choice(VOID_REASONS), ...BUYER_FIELDS });

type Input = v.InferOutput<typeof replaceForm>;

export const replaceReceiptScreens: readonly Screen[] = [
  get(PATH, 'money and customer_data', (context) => replacePage(context, context.form(replaceForm))),
  post(PATH, 'money and customer_data', replace),
];

function replace(context: StoreContext) {
  const form = context.form(replaceForm);
  checkTaxFields(form, form.valid);
  return form.submit(
    async ({ number, reason, ...typed }) => {
      const order = requestedOrder(context);
      const buyer = typedBuyer(typed, issuedReceipt(context, order).document.buyer);
      const issued = await context.write((tx) =>
        replaceReceipt(tx, order.id, { number, reason, buyer }, context.act()),
      );
      const done = receiptTexts(context.language).replaced(documentNumber(number), documentNumber(issued.number));
      return context.redirect(`/orders/${order.id}/receipt`, done);
    },
    () => replacePage(context, form),
  );
}

/** @throws AppError not_found */
function issuedReceipt({ db }: StoreContext, { id }: Order): Receipt {
  const receipt = receiptOfOrder(db, id);
  if (!receipt) throw notFound('order_without_receipt', { order: id });
  return receipt;
}

function replacePage(context: StoreContext, form: Form<Input>): Page {
  const order = requestedOrder(context);
  const receipt = issuedReceipt(context, order);
  const obstacle = replacementObstacle(context.db, order.id);
  const title = receiptTexts(context.language).replaceTitle(documentNumber(receipt.number));
  return {
    title,
    body: (
      <>
        <DocumentHeading title={title} order={order} />
        {obstacle ? (
          <Notice tone="warn">{errorText(context.language, obstacle)}</Notice>
        ) : (
          <ReplaceForm context={context} order={order} receipt={receipt} form={form} />
        )}
      </>
    ),
  };
}

type Props = StoreProps<{ order: Order; receipt: Receipt; form: Form<Input> }>;

function ReplaceForm({ context, order, receipt: { number, document }, form }: Props) {
  const { db, language } = context;
  const t = receiptTexts(language);
  const isTaxInvoice = document.vatPercent > 0;
  return (
    <>
      <Notice tone="warn">{t.replaceEffect(orderDetailTexts(language).receipt(isTaxInvoice))}</Notice>
      <DocumentCard
        context={context}
        document={{ ...document, seller: sellerNow(db, order, document), replaces: number }}
      />
      <section class="card">
        <h2>{t.buyer}</h2>
        <Post action={`/orders/${order.id}/receipt/replace`} form={form}>
          <input type="hidden" name="number" value={String(number)} />
          <SelectField
            name="reason"
            label={t.whyReplace}
            empty={t.chooseReason}
            hint={t.sellerHint}
            options={VOID_REASONS.map((value) => ({ value, label: voidReasonNames(language)[value] }))}
            required
          />
          <BuyerFields context={context} buyer={document.buyer} isTaxInvoice={isTaxInvoice} />
          <Submit class="danger" label={t.replace} />
        </Post>
      </section>
    </>
  );
}
