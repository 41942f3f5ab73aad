import { PAYMENT_METHODS } from '../../../domain/orders/order-states.ts';
import { refundSlipOf } from '../../../domain/orders/payments/payment-details.ts';
import { refundOrder } from '../../../domain/orders/payments/refund.ts';
import { requireReason } from '../../../domain/orders/payments/refund-documents.ts';
import { REFUND_REASONS } from '../../../domain/orders/payments/refund-reasons.ts';
import {
  amount,
  choice,
  fields,
  optionalAmount,
  optionalChoice,
  optionalFile,
  optionalId,
  optionalText,
  optionalTime,
} from '../../forms/fields.ts';
import { turns } from '../../forms/picture-field.tsx';
import { download } from '../../page/downloads.ts';
import type { StoreContext } from '../../request-context.ts';
import { get, post, type Screen } from '../../screen.ts';
import { orderDetailTexts } from './order-detail-texts.ts';
import { orderPage } from './order-page.tsx';
import { orderPath } from './origin-list.tsx';
import { refundPreviewScreen } from './refund-preview.tsx';
import { requestedOrder } from './requested-order.ts';
import { MAX_SLIP_FORM, uploadedSlip } from './slip-upload.ts';

const refundForm = fields({
  amount,
  refunded: optionalAmount,
  method: choice(PAYMENT_METHODS),
  bank_account_id: optionalId,
  send_time: optionalTime,
  reason: optionalChoice(REFUND_REASONS),
  note: optionalText(1000),
  slip: optionalFile,
  turn: turns,
});

export const refundScreens: readonly Screen[] = [
  post('/orders/:id/refund', 'money', refund, { maxBytes: MAX_SLIP_FORM }),
  refundPreviewScreen,
  get('/orders/:id/refund/:refund/slip', 'money', (context) => {
    const { picture, mediaType } = refundSlipOf(context.db, requestedOrder(context).id, context.id('refund'));
    return download(picture, { name: 'slip', type: mediaType, inline: true });
  }),
];

function refund(context: StoreContext) {
  const { id } = requestedOrder(context);
  const form = context.form(refundForm);
  return form.submit(
    async ({ slip: file, turn: [turn], send_time: sendTime, bank_account_id: bankAccountId, refunded, ...request }) => {
      const slip = await uploadedSlip(context, file, turn);
      const made = { ...request, ...slip, sendTime, bankAccountId, seenRefunded: refunded };
      await context.write((tx) => {
        requireReason(tx, id, made);
        refundOrder(tx, id, made, context.act());
      });
      return context.redirect(orderPath(context, id), orderDetailTexts(context.language).refunded);
    },
    () => orderPage(context, requestedOrder(context), { path: context.request.path, form }),
  );
}
