import type * as v from 'valibot';
import type { WriteTx } from '../../../context.ts';
import type { Act } from '../../../domain/orders/history.ts';
import type { Order } from '../../../domain/orders/order.ts';
import { PAYMENT_METHODS } from '../../../domain/orders/order-states.ts';
import { settleOwed } from '../../../domain/orders/owed-refunds.ts';
import { slipOf } from '../../../domain/orders/payments/payment-details.ts';
import {
  changeTransfer,
  confirmPayment,
  notifyPayment,
  type PaymentReport,
  rejectPayment,
  retryVerification,
  takePayment,
} from '../../../domain/orders/payments/payments.ts';
import { type Promptpay, promptpayOf } from '../../../domain/orders/payments/promptpay.ts';
import { type Transfer, type TransferReference, withSlipCode } from '../../../domain/orders/payments/transfer.ts';
import { undoConfirmation } from '../../../domain/orders/payments/undo-confirmation.ts';
import { smallPicture } from '../../../domain/pictures/prepare.ts';
import { drawQr } from '../../../domain/print/print-job.ts';
import { AppError } from '../../../lib/errors.ts';
import type { Id } from '../../../lib/ids.ts';
import { pathText } from '../../../lib/messages/path.ts';
import { money } from '../../../lib/number-format.ts';
import { errorText } from '../../error-text.ts';
import { amount, choice, fields, optionalFile, optionalText, text } from '../../forms/fields.ts';
import { turns } from '../../forms/picture-field.tsx';
import type { Page } from '../../office-response.ts';
import { Heading, Notice } from '../../page/components.tsx';
import { download } from '../../page/downloads.ts';
import type { StoreContext } from '../../request-context.ts';
import { get, post, type Screen } from '../../screen.ts';
import { orderAction } from './order-action.ts';
import { orderDetailTexts } from './order-detail-texts.ts';
import { orderPage } from './order-page.tsx';
import { orderPath } from './origin-list.tsx';
import { accountOf, transferFields } from './payment-fields.tsx';
import { paymentTexts } from './payment-texts.ts';
import { receiptScreens } from './receipt-page.tsx';
import { refundScreens } from './refund-screens.ts';
import { replaceReceiptScreens } from './replace-receipt-page.tsx';
import { requestedOrder, requestedPayment } from './requested-order.ts';
import { sharedOf, shareFields } from './shared-transfer.tsx';
import { MAX_SLIP_FORM, uploadedSlip } from './slip-upload.ts';

const paymentForm = fields({
  amount,
  method: choice(PAYMENT_METHODS),
  note: optionalText(1000),
  slip: optionalFile,
  turn: turns,
  ...transferFields,
  ...shareFields,
});
const transferForm = fields({ ...transferFields, ...shareFields });

export const paymentScreens: readonly Screen[] = [
  paymentScreen('/payments', takePayment, 'markedPaid'),
  paymentScreen('/payments/notify', notifyPayment, 'notified'),
  orderAction({
    path: '/payments/:payment/confirm',
    access: 'money',
    form: fields(shareFields),
    run: (tx, input, { context, act }) => confirmPayment(tx, requestedPayment(context).id, act, sharedOf(input)),
    done: (t) => t.confirmed,
  }),
  orderAction({
    path: '/payments/:payment/transfer',
    access: 'money',
    form: transferForm,
    run: (tx, input, { context, act }) =>
      changeTransfer(tx, requestedPayment(context).id, { ...transferOf(input), shared: sharedOf(input) }, act),
    done: (_, language) => paymentTexts(language).transferSaved,
  }),
  orderAction({
    path: '/payments/:payment/verify',
    access: 'money',
    form: fields({}),
    run: (tx, _, { context, act }) => retryVerification(tx, requestedPayment(context).id, act),
    done: (_, language) => paymentTexts(language).verifying,
  }),
  orderAction({
    path: '/payments/:payment/reject',
    access: 'money',
    form: fields({ reason: text(1000) }),
    run: (tx, { reason }, { context, act }) => rejectPayment(tx, requestedPayment(context).id, reason, act),
    done: (t) => t.rejected,
  }),
  orderAction({
    path: '/payments/:payment/undo',
    access: 'money',
    form: fields({}),
    run: (tx, _, { context, act }) => undoConfirmation(tx, requestedPayment(context).id, act),
    done: (_, language) => paymentTexts(language).confirmationUndone,
  }),
  ...refundScreens,
  orderAction({
    path: '/refund/none',
    access: 'money',
    form: fields({}),
    run: (tx, _, { order, act }) => settleOwed(tx, order.id, 'short', act),
    done: (t) => t.notRefunded,
  }),
  orderAction({
    path: '/refund/none/returned',
    access: 'money',
    form: fields({}),
    run: (tx, _, { order, act }) => settleOwed(tx, order.id, 'returned', act),
    done: (t) => t.notRefunded,
  }),
  get('/orders/:id/payments/:payment/slip', 'money', (context) => {
    const { picture, mediaType } = slipOf(context.db, requestedPayment(context).id);
    return download(picture, { name: 'slip', type: mediaType, inline: true });
  }),
  get('/orders/:id/payments/:payment/slip/small', 'money', async (context) => {
    const { picture } = slipOf(context.db, requestedPayment(context).id);
    const small = await smallPicture(context.app, { uploaded: picture, path: 'slip' });
    return download(small, { name: 'slip', type: 'image/jpeg', inline: true });
  }),
  get('/orders/:id/promptpay', 'money', promptpayPage),
  get('/orders/:id/promptpay/qr.png', 'money', async (context) => {
    const { png } = await drawQr(promptpayOf(context.db, requestedOrder(context)).payload);
    return download(png, { name: 'promptpay.png', type: 'image/png', inline: true });
  }),
  ...receiptScreens,
  ...replaceReceiptScreens,
];

type AddPayment = (tx: WriteTx, orderId: Id, payment: PaymentReport, act: Act) => unknown;

/** Adds a payment, which may have a slip. */
function paymentScreen(path: string, add: AddPayment, done: 'markedPaid' | 'notified'): Screen {
  return post(`/orders/:id${path}`, 'money', (context) => addPayment(context, add, done), { maxBytes: MAX_SLIP_FORM });
}

function addPayment(context: StoreContext, add: AddPayment, done: 'markedPaid' | 'notified') {
  const { id } = requestedOrder(context);
  const form = context.form(paymentForm);
  let read: TransferReference | undefined;
  return form.submit(
    async ({ amount, method, note, slip: file, turn: [turn], ...input }) => {
      const slip = await uploadedSlip(context, file, turn);
      const transfer = transferOf(input);
      const bankAccountId = accountOf(method, transfer.bankAccountId);
      const payment = { amount, method, note, ...slip, ...transfer, bankAccountId, shared: sharedOf(input) };
      read = referenceOf(withSlipCode(payment));
      await context.write((tx) => add(tx, id, payment, context.act()));
      return context.redirect(orderPath(context, id), orderDetailTexts(context.language)[done]);
    },
    () => orderPage(context, requestedOrder(context), { path: context.request.path, form, transfer: read }),
    (path) => (path === 'reference' && form.typed('reference') === '' ? 'slip' : pathText(path)),
  );
}

const referenceOf = ({ sendingBank, reference }: Transfer): TransferReference => ({
  sendingBank: sendingBank ?? null,
  reference: reference ?? null,
});

const transferOf = (input: v.InferOutput<typeof transferForm>): Transfer => ({
  payTime: input.pay_time,
  bankAccountId: input.bank_account_id,
  sendingBank: input.sending_bank,
  reference: input.reference,
});

/** A payment QR code to show at the counter or to send in a chat. */
function promptpayPage(context: StoreContext): Page {
  const t = orderDetailTexts(context.language);
  const order = requestedOrder(context);
  const payment = promptpayRequest(context, order);
  return {
    title: t.promptpay,
    status: typeof payment === 'string' ? 400 : 200,
    body: (
      <>
        <Heading
          title={t.promptpay}
          back={{ href: `/office${orderPath(context, order.id)}`, label: t.order(order.orderNumber) }}
        />
        {typeof payment === 'string' ? (
          <Notice tone="warn">{payment}</Notice>
        ) : (
          <section class="card narrow promptpay">
            <img src={`/office/orders/${order.id}/promptpay/qr.png`} alt={t.qrFor} width="300" height="300" />
            <p class="total money">{money(payment.amount)}</p>
            <p>{t.promptpayHint(money(payment.amount), payment.id)}</p>
            {payment.name !== null && <p class="break">{payment.name}</p>}
            <a
              class="button"
              href={`/office/orders/${order.id}/promptpay/qr.png`}
              download={`promptpay-${order.orderNumber}.png`}
            >
              {t.saveQr}
            </a>
          </section>
        )}
      </>
    ),
  };
}

/** The PromptPay payment to request, or the reason it is not possible. */
function promptpayRequest(context: StoreContext, order: Order): Promptpay | string {
  try {
    return promptpayOf(context.db, order);
  } catch (error) {
    if (error instanceof AppError) return errorText(context.language, error);
    throw error;
  }
}
