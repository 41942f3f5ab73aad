import type { LineQty } from '../../../domain/orders/lines.ts';
import type { Order } from '../../../domain/orders/order.ts';
import { PAYMENT_METHODS } from '../../../domain/orders/order-states.ts';
import { refundSlipOf } from '../../../domain/orders/payments/payment-details.ts';
import { refundOrder } from '../../../domain/orders/payments/refund.ts';
import { requireReason } from '../../../domain/orders/payments/refund-documents.ts';
import { REFUND_REASONS } from '../../../domain/orders/payments/refund-reasons.ts';
import { closeUnshipped } from '../../../domain/orders/shipments/refunded-units.ts';
import { returnGoods } from '../../../domain/orders/shipments/return.ts';
import { invalidRequest } from '../../../lib/errors.ts';
import type { Money } from '../../../lib/money.ts';
import { requireAccess } from '../../access.ts';
import {
  amount,
  choice,
  fields,
  flag,
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
import { enteredQuantities, lineField, lineQuantityFields } from './line-quantities.tsx';
import { orderDetailTexts } from './order-detail-texts.ts';
import { orderPage } from './order-page.tsx';
import { orderPath } from './origin-list.tsx';
import { refundAccountFields, typedAccount } from './refund-account-fields.tsx';
import { amountOfItems, refundItems, refundLinesScreen } from './refund-lines.tsx';
import { refundPreviewScreen } from './refund-preview.tsx';
import { refundQrScreens } from './refund-qr-screens.tsx';
import { requestedOrder } from './requested-order.ts';
import { MAX_SLIP_FORM, uploadedSlip } from './slip-upload.ts';

const refundForm = fields({
  ...lineQuantityFields,
  amount,
  suggested: optionalAmount,
  refunded: optionalAmount,
  method: choice(PAYMENT_METHODS),
  bank_account_id: optionalId,
  send_time: optionalTime,
  reason: optionalChoice(REFUND_REASONS),
  note: optionalText(1000),
  slip: optionalFile,
  turn: turns,
  restock: flag,
  close: flag,
  ...refundAccountFields,
});

export const refundScreens: readonly Screen[] = [
  post('/orders/:id/refund', 'money', refund, { maxBytes: MAX_SLIP_FORM }),
  refundPreviewScreen,
  refundLinesScreen,
  ...refundQrScreens,
  get('/orders/:id/refund/:refund/slip', 'money', (context) => {
    const { picture, mediaType } = refundSlipOf(context.db, requestedOrder(context).id, context.id('refund'));
    return download(picture, { name: 'slip', type: mediaType, inline: true });
  }),
];

function refund(context: StoreContext) {
  const order = requestedOrder(context);
  const form = context.form(refundForm);
  return form.submit(
    async ({
      line,
      qty,
      slip: file,
      turn,
      send_time: sendTime,
      bank_account_id: bankAccountId,
      refunded,
      restock,
      close,
      to_promptpay,
      to_bank,
      to_number,
      to_name,
      ...request
    }) => {
      const lines = enteredQuantities({ line, qty }).filter((entered) => entered.qty > 0);
      requireSeenAmount(context, order, { ...request, lines });
      if (restock || close) requireAccess(context.account, 'orders');
      if (restock && lines.length === 0) throw invalidRequest('no_quantity_entered', { path: 'restock' });
      const to = typedAccount(context, request.method, { to_promptpay, to_bank, to_number, to_name });
      const slip = await uploadedSlip(context, file, turn[0]);
      const refundedLines = lines.length > 0 ? lines : undefined;
      const made = { ...request, ...slip, lines: refundedLines, sendTime, bankAccountId, to, seenRefunded: refunded };
      await context.write((tx) => {
        requireReason(tx, order.id, made);
        if (restock) returnGoods(tx, order.id, { lines }, context.act());
        refundOrder(tx, order.id, made, context.act());
        if (close) closeUnshipped(tx, order.id, lines, context.act());
      });
      return context.redirect(orderPath(context, order.id), orderDetailTexts(context.language).refunded);
    },
    () => orderPage(context, requestedOrder(context), { path: context.request.path, form }),
    (path) => lineField(path, form),
  );
}

type Amounts = { amount: Money; suggested?: Money | undefined; lines: readonly LineQty[] };

/**
 * Without scripts, the form still has the amount that it suggested, which is not that of the items.
 * @throws AppError invalid_request at `amount`, once
 */
function requireSeenAmount(context: StoreContext, order: Order, { amount, suggested, lines }: Amounts): void {
  const goods = amountOfItems(refundItems(context, order, lines));
  if (amount === suggested && goods > 0 && goods !== amount)
    throw invalidRequest('refund_amount_of_items', { path: 'amount', goods, amount });
}
