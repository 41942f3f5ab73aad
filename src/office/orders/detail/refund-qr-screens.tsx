import type * as v from 'valibot';
import type { Order } from '../../../domain/orders/order.ts';
import { PAYMENT_METHODS } from '../../../domain/orders/order-states.ts';
import type { Promptpay } from '../../../domain/orders/payments/promptpay.ts';
import { refundPromptpay } from '../../../domain/orders/payments/refund-promptpay.ts';
import { drawQr } from '../../../domain/print/print-job.ts';
import { notFound } from '../../../lib/errors.ts';
import { derivedKey, type SealedColumn, seal, unseal } from '../../../lib/sealed.ts';
import { amount, choice, fields, optionalText, text } from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import { download } from '../../page/downloads.ts';
import type { StoreContext } from '../../request-context.ts';
import { get, post, type Screen } from '../../screen.ts';
import { orderPage } from './order-page.tsx';
import { orderPath } from './origin-list.tsx';
import { refundAccountTexts } from './refund-account-texts.ts';
import { type RefundQr, RefundQrCode } from './refund-qr.tsx';
import { requestedOrder } from './requested-order.ts';
import { MAX_SLIP_FORM } from './slip-upload.ts';

const qrForm = fields({ amount, method: choice(PAYMENT_METHODS), to_promptpay: text(30), to_name: optionalText() });

export const refundQrScreens: readonly Screen[] = [
  post('/orders/:id/refund/qr', 'money and customer_data', showQr, { maxBytes: MAX_SLIP_FORM }),
  get('/orders/:id/refund/qr.png', 'money and customer_data', async (context) => {
    const order = requestedOrder(context);
    const { code } = context.query(fields({ code: optionalText() }));
    if (code === undefined) return context.redirect(orderPath(context, order.id));
    const { png } = await drawQr(openCode(context, order, code));
    return download(png, { name: `refund-${order.orderNumber}.png`, type: 'image/png', inline: true });
  }),
];

/** A part of the form for the script; without it the page with the form. */
async function showQr(context: StoreContext) {
  const order = requestedOrder(context);
  const form = context.form(qrForm);
  const qr = qrOf(context, order, form);
  if (context.request.partial) return { fragment: <RefundQrCode order={order} qr={qr} /> };
  const page = await orderPage(context, order, { path: `/orders/${order.id}/refund`, form, refundQr: qr });
  return { ...page, status: 'error' in qr ? 422 : 200 };
}

function qrOf(context: StoreContext, order: Order, form: Form<v.InferOutput<typeof qrForm>>): RefundQr {
  let promptpay: Promptpay | undefined;
  form.check(() => {
    const { value } = form;
    promptpay = value && refundPromptpay(order, { ...value, promptpay: value.to_promptpay, name: value.to_name });
  });
  if (promptpay) return { promptpay, code: seal(keyOf(context), columnOf(order), promptpay.payload) };
  const t = refundAccountTexts(context.language);
  return { error: form.errorOf('to_promptpay', t.promptpay) ?? form.errorOf('method') ?? form.errorOf('amount') ?? '' };
}

// The URL of the picture is sealed, because the content of the code names the customer's account.

const keyOf = ({ request }: StoreContext) => derivedKey(request.csrfKey, 'QR code of a refund');
const columnOf = ({ id }: Order): SealedColumn => ({ table: 'refunds', column: 'qr', id });

function openCode(context: StoreContext, order: Order, code: string): string {
  try {
    return unseal(keyOf(context), columnOf(order), code);
  } catch {
    throw notFound('nothing_at_path'); // of another order, session or store
  }
}
