import type { Reader } from '../../../db/reader.ts';
import { query } from '../../../db/statement.ts';
import { type Money, roundUpToSatang, sum, ZERO } from '../../../lib/money.ts';
import type { Order } from '../order.ts';
import { balanceDue } from './balance.ts';

// Who pays the balance due: the customer, a courier that collects COD, or a payment that awaits confirmation.

/** Amount that the customer can still transfer, in whole satang; zero for a closed order. */
export function amountToTransfer(db: Reader, order: Order): Money {
  const { balance, collected, notified } = expectedPayments(db, order);
  return roundUpToSatang(Math.max(balance - collected - notified, ZERO) as Money);
}

/** Amount that the buyer has paid neither to the store nor to a courier. */
export function amountBuyerOwes(db: Reader, order: Order): Money {
  const { balance, collected } = expectedPayments(db, order);
  return order.codStatus === 'collected' ? (Math.max(balance - collected, ZERO) as Money) : balance;
}

/** The part of the balance that a courier collects, or has collected and not paid out. */
export function codToReceive(db: Reader, order: Order): Money {
  const { balance, collected } = expectedPayments(db, order);
  return Math.min(balance, collected) as Money;
}

/** The balance due, and what is already expected for it. */
export interface ExpectedPayments {
  balance: Money;
  /** By couriers, now or later. */
  collected: Money;
  /** In payments that await confirmation. */
  notified: Money;
}

export function expectedPayments(db: Reader, order: Order): ExpectedPayments {
  const balance = balanceDue(order);
  const waiting = order.payments.filter(({ status }) => status === 'notified');
  const notified = sum(...waiting.map(({ amount }) => amount)) ?? balance;
  return { balance, collected: codToPayOut(db, order), notified };
}

const codPaidOut = query<{ amount: number }>(
  { reads: ['remittance_lines', 'shipments'] },
  `SELECT coalesce(sum(r.amount), 0) AS amount FROM remittance_lines r JOIN shipments s ON s.id = r.shipment_id
   WHERE s.order_id = ? AND r.undo_time IS NULL`,
);

/** COD that couriers still have to pay out. */
function codToPayOut(db: Reader, { id, codStatus, codAmount }: Order): Money {
  if (codStatus !== 'pending' && codStatus !== 'collected') return ZERO;
  const paidOut = db.get(codPaidOut, id);
  return Math.max((codAmount ?? ZERO) - (paidOut?.amount ?? 0), ZERO) as Money;
}
