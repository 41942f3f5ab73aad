import { isBusyOrder } from '../../../domain/orders/busy-order.ts';
import { CANCELERS, cancelOrder, deleteOrder } from '../../../domain/orders/close.ts';
import { editOrder } from '../../../domain/orders/edit.ts';
import { addOrderTag, removeOrderTag } from '../../../domain/orders/order-tags.ts';
import { moveCodManually, reopenCod } from '../../../domain/orders/payments/cod.ts';
import { LABEL_SIZES, type LabelSize } from '../../../domain/print/labels/label.ts';
import { printAddressLabels, printOrderLabels, printPackingSlips } from '../../../domain/print/print-orders.ts';
import { SHEET_FORMATS } from '../../../domain/print/sheets/printed-sheet.ts';
import { AppError } from '../../../lib/errors.ts';
import { MAX_TAG_LENGTH } from '../../../lib/tags.ts';
import { choice, fields, flag, optionalChoice, optionalText, text } from '../../forms/fields.ts';
import { pdfFile } from '../../page/downloads.ts';
import type { StoreContext } from '../../request-context.ts';
import { get, post, type Screen } from '../../screen.ts';
import { cancelAccess } from '../cancel-access.ts';
import { mayPrintLabel, slipOptions } from '../customer-prints.ts';
import { bookingVersion, FailedBooking } from './booking-progress.tsx';
import { buyerLinkScreens } from './buyer-link-screens.tsx';
import { HistoryCard } from './history-card.tsx';
import { orderAction } from './order-action.ts';
import { orderDetailTexts } from './order-detail-texts.ts';
import { StatusTags, Toolbar } from './order-header.tsx';
import { orderPage } from './order-page.tsx';
import { listPath, orderPath } from './origin-list.tsx';
import { paymentScreens } from './payment-screens.tsx';
import { refundDocumentScreens } from './refund-document-page.tsx';
import { requestedOrder } from './requested-order.ts';
import { ShippingCard } from './shipping-card.tsx';
import { shippingScreens } from './shipping-screens.ts';

const CANCELED_BY = CANCELERS.filter((by) => by !== 'system');
const NO_FIELDS = fields({});
const SIZES = Object.keys(LABEL_SIZES) as LabelSize[];

const isBusy = (context: StoreContext): boolean => isBusyOrder(context.db, context.id());

/** The order page and its actions. */
export const orderDetailScreens: readonly Screen[] = [
  get('/orders/:id', 'orders or money', (context) => orderPage(context, requestedOrder(context)), { isLarge: isBusy }),
  orderAction({
    path: '/cancel',
    accessFor: cancelAccess,
    form: fields({ by: choice(CANCELED_BY), note: optionalText(1000) }),
    run: (tx, { by, note }, { order, act }) => cancelOrder(tx, order.id, by, { ...act, note }),
    done: (t) => t.canceled,
  }),
  post('/orders/:id/delete', 'orders', async (context) => {
    const order = requestedOrder(context);
    await context.write((tx) => deleteOrder(tx, order.id, context.act()));
    return context.redirect(listPath(context), orderDetailTexts(context.language).deleted);
  }),
  orderAction({
    path: '/note',
    form: fields({ private_note: optionalText(1000) }),
    run: (tx, input, { order, act }) => editOrder(tx, order.id, { privateNote: input.private_note ?? null }, act),
    done: (t) => t.noteSaved,
  }),
  orderAction({
    path: '/tags',
    form: fields({ tag: text(MAX_TAG_LENGTH) }),
    run: (tx, { tag }, { order }) => addOrderTag(tx, order.id, tag),
    done: (t) => t.tagged,
  }),
  orderAction({
    path: '/tags/remove',
    form: fields({ tag: text(MAX_TAG_LENGTH) }),
    run: (tx, { tag }, { order }) => removeOrderTag(tx, order.id, tag),
    done: (t) => t.untagged,
  }),
  orderAction({
    path: '/cod/collected',
    access: 'money',
    form: NO_FIELDS,
    run: (tx, _, { order, act }) => moveCodManually(tx, order.id, 'collected', act),
    done: (t) => t.codUpdated,
  }),
  orderAction({
    path: '/cod/failed',
    access: 'money',
    form: NO_FIELDS,
    run: (tx, _, { order, act }) => moveCodManually(tx, order.id, 'failed', act),
    done: (t) => t.codUpdated,
  }),
  orderAction({
    path: '/cod/reopen',
    access: 'money',
    form: NO_FIELDS,
    run: (tx, _, { order, act }) => reopenCod(tx, order.id, act),
    done: (t) => t.codUpdated,
  }),
  get('/orders/:id/label.pdf', 'orders', async (context) => {
    const { id, orderNumber, shipments } = requestedOrder(context);
    if (!mayPrintLabel(context, shipments)) throw new AppError('access_denied', 'permission_required');
    const { size = '100x150', waiting } = context.query(fields({ size: optionalChoice(SIZES), waiting: flag }));
    const options = { size, now: context.now, onlyWaiting: waiting };
    return pdfFile(`label-${orderNumber}`, await printOrderLabels(context.db, [id], options));
  }),
  get('/orders/:id/address-label.pdf', 'orders', async (context) => {
    const { id, orderNumber } = requestedOrder(context);
    const { size = '100x150' } = context.query(fields({ size: optionalChoice(SIZES) }));
    return pdfFile(
      `address-label-${orderNumber}`,
      await printAddressLabels(context.db, [id], { size, now: context.now }),
    );
  }),
  get('/orders/:id/packing-slip.pdf', 'orders', async (context) => {
    const { id, orderNumber } = requestedOrder(context);
    const { waiting, size } = context.query(fields({ waiting: flag, size: optionalChoice(SHEET_FORMATS) }));
    const options = { ...slipOptions(context), onlyWaiting: waiting, format: size };
    return pdfFile(`packing-slip-${orderNumber}`, await printPackingSlips(context.db, [id], options));
  }),
  ...buyerLinkScreens,
  ...paymentScreens,
  ...refundDocumentScreens,
  ...shippingScreens,
  get('/orders/:id/shipping', 'orders or money', shippingPart, { isLarge: isBusy }),
];

const NOT_CHANGED = 204; // htmx swaps nothing

/** The sections that change while a booking is open; the order page polls them. */
function shippingPart(context: StoreContext) {
  const order = requestedOrder(context);
  if (!context.request.partial) return context.redirect(orderPath(context, order.id));
  const { seen } = context.query(fields({ seen: optionalText(100) }));
  if (seen !== undefined && seen === bookingVersion(context.db, order))
    return new Response(null, { status: NOT_CHANGED });
  return {
    fragment: (
      <>
        <ShippingCard context={context} order={order} open={undefined} />
        <StatusTags context={context} order={order} replaces />
        <FailedBooking context={context} order={order} replaces />
        <Toolbar context={context} order={order} replaces />
        <HistoryCard context={context} order={order} replaces />
      </>
    ),
  };
}
