import { type Act, byCommand, historyOf } from '../src/domain/orders/history.ts';
import {
  confirmPayment,
  notifyPayment,
  type PaymentReport,
  rejectPayment,
  takePayment,
} from '../src/domain/orders/payments/payments.ts';
import { type RefundRequest, refundOrder } from '../src/domain/orders/payments/refund.ts';
import type { PaymentMethod } from '../src/domain/orders/states.ts';
import type { Id } from '../src/lib/ids.ts';
import { type Money, parseMoney } from '../src/lib/money.ts';
import type { ExpectedError } from './errors.ts';
import { assertRefuses } from './order-steps.ts';
import { runStep, type Step } from './stock-steps.ts';
import type { Json, Shop } from './support.ts';

// Steps with the payments of an order, by the command line unless an actor is given.

type By = (now: number) => Act;

interface Known {
  id: Id;
}

export const baht = (text: string) => parseMoney(text) as Money;

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
