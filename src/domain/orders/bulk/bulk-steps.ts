import type { Reader } from '../../../db/reader.ts';
import type { WriteTx } from '../../../db/write-tx.ts';
import { AppError, messageOfError } from '../../../lib/errors.ts';
import type { Message } from '../../../lib/messages/catalogue.ts';
import { message } from '../../../lib/messages/message.ts';
import { mayMove } from '../../../lib/moves.ts';
import { openBooking } from '../bookings/booking.ts';
import { requestBooking, requireAddress, requireBookable } from '../bookings/booking-actions.ts';
import { requireNumberLeft } from '../bookings/number-left.ts';
import { cancelObstacle, cancelOrder } from '../close.ts';
import { type Act, byUser } from '../history.ts';
import { existingOrder, type Order } from '../order.ts';
import { type PaymentMethod, SHIPMENT_MOVES } from '../order-states.ts';
import { addOrderTag, tagsOfOrder } from '../order-tags.ts';
import { balanceDue } from '../payments/balance.ts';
import { confirmPayment, takePayment } from '../payments/payments.ts';
import { moveShipment } from '../shipments/move.ts';
import type { BulkAction, BulkActionName } from './bulk-rows.ts';
import { transferObstacle, transferToConfirm } from './confirm-transfer.ts';

interface BulkStep {
  /** Why the order is skipped; undefined if it is not. */
  obstacle: (db: Reader, order: Order, value: string) => Message | undefined;
  run: (tx: WriteTx, order: Order, value: string, act: Act) => unknown;
}

const STEPS: Record<BulkActionName, BulkStep> = {
  paid: {
    obstacle: (_, order) => {
      if (order.status !== 'open') return message('order_not_open', { order: order.id, status: order.status });
      if (order.payments.some(({ status }) => status === 'notified')) return message('order_has_payment_to_review');
      if (order.codStatus === 'pending' || order.codStatus === 'collected') return message('order_is_cod');
      return balanceDue(order) > 0 ? undefined : message('nothing_due');
    },
    run: (tx, { id }, value, act) => takePayment(tx, id, { method: value as PaymentMethod }, act),
  },
  confirm: {
    obstacle: (db, order) => transferObstacle(db, order),
    run: (tx, order, _, act) => {
      const paymentId = transferToConfirm(order);
      if (paymentId !== undefined) confirmPayment(tx, paymentId, act);
    },
  },
  cancel: {
    obstacle: (db, order) => messageOf(cancelObstacle(db, order)),
    run: (tx, { id }, _, act) => cancelOrder(tx, id, 'store', act),
  },
  book: {
    obstacle: (db, order) => {
      const open = openBooking(db, order.id);
      if (open && open.state !== 'failed') return message('booking_already_in_progress', { order: order.id });
      return refusalOf(() => {
        requireBookable(db, order);
        requireAddress(order);
        requireNumberLeft(db, order);
      });
    },
    run: (tx, { id }, _, act) => requestBooking(tx, id, act),
  },
  deliver: {
    obstacle: (_, order) => (onTheWay(order).length > 0 ? undefined : message('no_parcel_on_the_way')),
    run: (tx, order, _, act) => {
      for (const { id } of onTheWay(order)) moveShipment(tx, id, 'delivered', act);
    },
  },
  tag: {
    obstacle: (db, { id }, value) =>
      tagsOfOrder(db, id).some((tag) => tag.toLowerCase() === value.toLowerCase())
        ? message('order_has_tag', { tag: value })
        : undefined,
    run: (tx, { id }, value) => addOrderTag(tx, id, value),
  },
};

const onTheWay = ({ shipments }: Order) =>
  shipments.filter(({ status }) => mayMove(SHIPMENT_MOVES, status, 'delivered'));

const messageOf = (error: AppError | undefined): Message | undefined => error && messageOfError(error);

function refusalOf(check: () => void): Message | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return messageOfError(error);
  }
}

type Step = Pick<BulkAction, 'action' | 'value'>;

/** Why the action leaves out the order, if so. */
export const bulkObstacle = (db: Reader, { action, value }: Step, order: Order): Message | undefined =>
  STEPS[action].obstacle(db, order, value ?? '');

/**
 * Applies the action to an order, unless it is skipped.
 *
 * @returns why it is skipped; undefined if it is not
 * @throws AppError invalid_request if it is not possible for another reason
 */
export function runBulkStep(tx: WriteTx, bulk: BulkAction, order: Order, now: number): Message | undefined {
  const obstacle = bulkObstacle(tx, bulk, order);
  if (!obstacle) STEPS[bulk.action].run(tx, order, bulk.value ?? '', byUser(bulk.accountId, now));
  return obstacle;
}

/** Without its lines, which no action changes. */
export const orderOfBulk = (db: Reader, id: Order['id']): Order => existingOrder(db, id, 0);
