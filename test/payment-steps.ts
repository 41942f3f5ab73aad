import { cancelOrder, expireOrders } from '../src/domain/orders/close.ts';
import { type Act, type Actor, byCommand, byUser, historyOf } from '../src/domain/orders/history.ts';
import type { OrderStatus, PaymentMethod } from '../src/domain/orders/order-states.ts';
import { paymentDetails } from '../src/domain/orders/payments/payment-details.ts';
import {
  confirmPayment,
  notifyPayment,
  type PaymentReport,
  rejectPayment,
  takePayment,
} from '../src/domain/orders/payments/payments.ts';
import { type RefundRequest, refundOrder } from '../src/domain/orders/payments/refund.ts';
import { bookShipment } from '../src/domain/orders/shipments/book.ts';
import { moveShipment, pickUp } from '../src/domain/orders/shipments/move.ts';
import type { Id } from '../src/lib/ids.ts';
import { moneyText } from '../src/lib/money.ts';
import { baht } from './amounts.ts';
import type { ExpectedError } from './errors.ts';
import { assertRefuses, orderDetail, type PlacedOrder, placeOrder } from './order-steps.ts';
import { runStep, type Step } from './stock-steps.ts';
import { idOf, type Json, type Shop } from './support.ts';

// Steps with the payments of an order, by the command line unless an actor is given.

type By = (now: number) => Act;

interface Known {
  id: Id;
}

const notifyStep =
  ({ id }: Known, amount: string, more: Partial<PaymentReport>, by: By): Step<ReturnType<typeof notifyPayment>> =>
  (tx, now) =>
    notifyPayment(tx, id, { method: 'transfer', amount: baht(amount), ...more }, by(now));

export const notifyPaymentStep = (
  shop: Shop,
  order: Known,
  amount: string,
  more: Partial<PaymentReport> = {},
  by: By = byCommand,
) => runStep(shop, notifyStep(order, amount, more, by));

export const refusesPaymentReport = (
  shop: Shop,
  order: Known,
  expected: ExpectedError,
  { amount = '1', by = byCommand, ...more }: { amount?: string; by?: By } & Partial<Omit<PaymentReport, 'amount'>> = {},
) => assertRefuses(shop, expected, notifyStep(order, amount, more, by));

export const takePaymentStep = (shop: Shop, { id }: Known, amount?: string, method: PaymentMethod = 'cash') =>
  runStep(shop, (tx, now) =>
    takePayment(tx, id, { method, amount: amount === undefined ? undefined : baht(amount) }, byCommand(now)),
  );

export const confirm = (shop: Shop, id: Id, by: By = byCommand) =>
  runStep(shop, (tx, now) => confirmPayment(tx, id, by(now)));

export const reject = (shop: Shop, id: Id, by: By = byCommand) =>
  runStep(shop, (tx, now) => rejectPayment(tx, id, 'ไม่พบยอดเงิน', by(now)));

export const refund = (shop: Shop, { id }: Known, request: RefundRequest = {}, by: By = byCommand) =>
  runStep(shop, (tx, now) => refundOrder(tx, id, request, by(now)));

export const refusesRefund = (shop: Shop, { id }: Known, expected: ExpectedError, request: RefundRequest = {}) =>
  assertRefuses(shop, expected, (tx, now) => refundOrder(tx, id, request, byCommand(now)));

/** The order history since its creation: actor, event and details. */
export const eventsOf = (shop: Shop, { id }: Known): Json[][] =>
  historyOf(shop.ctx.db, id)
    .slice(1)
    .map(({ actor, actorId, event, detail }) => [actorId === null ? actor : `${actor} ${actorId}`, event, detail]);

/** Two hot lattes at 50 and three iced ones at 30: 190 baht. */
export const orderRound = (shop: Shop, more: object = {}) =>
  placeOrder(
    shop,
    [
      { sku: 'LAT-H', qty: 2, price: 50 },
      { sku: 'LAT-I', qty: 3, price: 30 },
    ],
    more,
  );

/** The same, paid in these amounts. */
export async function paidOrder(
  shop: Shop,
  amounts: readonly string[] = ['190'],
  more: object = {},
): Promise<PlacedOrder> {
  const order = await orderRound(shop, more);
  for (const amount of amounts) await takePaymentStep(shop, order, amount);
  return order;
}

/** Payments of the order in the API. */
export async function paymentsOf(shop: Shop, order: PlacedOrder) {
  const { payment_status, paid_amount, payments } = await orderDetail(shop, order);
  return [payment_status, paid_amount, ...payments.map(({ status }: { status: string }) => status)];
}

/** Refunded amount and refunds of each payment. */
export const refundsByPayment = (shop: Shop, { id }: PlacedOrder) =>
  paymentDetails(shop.ctx.db, id).map(({ refunded, refunds }) => [
    moneyText(refunded),
    ...refunds.map(({ amount }) => moneyText(amount)),
  ]);

/** Lines of each refund. */
export const refundedLines = (shop: Shop, { id }: PlacedOrder) =>
  paymentDetails(shop.ctx.db, id).flatMap(({ refunds }) => refunds.map(({ lines }) => lines));

export const PAST = 1_500_000_000_000;
export const USER = idOf('7');
export const byClerk = (now: number) => byUser(USER, now);
export const byChannel = (now: number) => ({ by: { kind: 'channel', id: idOf('1') } as Actor, now });

/** An order of one hot latte, 65 baht. */
export const latte = (shop: Shop, more: object = {}) => placeOrder(shop, [{ sku: 'LAT-H', qty: 1 }], more);

export const CLOSE_BY_STATUS: Record<
  Exclude<OrderStatus, 'open'>,
  (shop: Shop, order: PlacedOrder) => Promise<unknown>
> = {
  completed: async (shop, order) => {
    await takePaymentStep(shop, order);
    await deliver(shop, order);
  },
  canceled: (shop, { id }) => runStep(shop, (tx, now) => cancelOrder(tx, id, 'buyer', byCommand(now))),
  expired: (shop) => runStep(shop, (tx, now) => expireOrders(tx, now)),
};

export const deliver = (shop: Shop, { id }: PlacedOrder) =>
  runStep(shop, (tx, now) => {
    const shipment = bookShipment(tx, id, { trackingNumber: `PARCEL-${id}` }, byCommand(now));
    pickUp(tx, shipment.id, {}, byCommand(now));
    moveShipment(tx, shipment.id, 'delivered', byCommand(now));
  });

/** The refunds of an order, each with the part of every payment that it reduced. */
export const refundsOf = (shop: Shop, { id }: PlacedOrder) =>
  paymentDetails(shop.ctx.db, id).flatMap(({ refunds }) => refunds);
