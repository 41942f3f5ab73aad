import type { Reader } from '../../db/reader.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import { AppError, invalidRequest, messageOfError, notFound } from '../../lib/errors.ts';
import { type Id, NO_ID } from '../../lib/ids.ts';
import { below } from '../../lib/messages/message.ts';
import type { Channel } from '../channels/channels.ts';
import { cancelOrder } from './close.ts';
import { byChannel } from './history.ts';
import { existingOrder, idOfExternalId, type Order, orderById } from './order.ts';
import { type NotifiedPayment, notifyPaymentOnce, type PaymentReport } from './payments/payments.ts';

// Actions of a channel on its own orders.

/** An order by exactly one of its ids. */
export interface NamedOrder {
  order_id?: Id | undefined;
  external_order_id?: string | undefined;
}

/** The id of the order, which may not exist; an external id is one of the channel. */
export const orderIdOf = (db: Reader, { id }: Pick<Channel, 'id'>, named: NamedOrder): Id =>
  (named.external_order_id === undefined ? named.order_id : idOfExternalId(db, id, named.external_order_id)?.id) ??
  NO_ID;

/** Cancels the channel's own order, once. @throws AppError not_found; invalid_request at the id if it cannot */
export function cancelOwnOrder(tx: WriteTx, channel: Channel, named: NamedOrder, now: number): Order {
  const { id, status } = ownOrder(tx, channel, named);
  if (status === 'canceled') return existingOrder(tx, id);
  return withIdPath(named, () => cancelOrder(tx, id, 'reseller', byChannel(channel.id, now)));
}

/** Reports a payment of the channel's own order. @throws AppError not_found; invalid_request */
export function reportOwnPayment(
  tx: WriteTx,
  channel: Channel,
  { named, report }: { named: NamedOrder; report: PaymentReport & { externalId: string | undefined } },
  now: number,
): NotifiedPayment {
  const { id } = ownOrder(tx, channel, named);
  return withIdPath(named, () => notifyPaymentOnce(tx, id, report, byChannel(channel.id, now)));
}

/** Without its lines. @throws AppError not_found */
function ownOrder(db: Reader, channel: Channel, named: NamedOrder): Order {
  const order = orderById(db, orderIdOf(db, channel, named), 0);
  if (order?.channelId !== channel.id) throw notFound('order_not_found_by_channel');
  return order;
}

/** Adds the field that identified the order to errors without a path. */
function withIdPath<T>(named: NamedOrder, act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'invalid_request' || error.path !== undefined) throw error;
    const field = named.external_order_id === undefined ? 'order_id' : 'external_order_id';
    throw invalidRequest(below(field, messageOfError(error)));
  }
}
