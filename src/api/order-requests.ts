import * as v from 'valibot';
import { ORDER_MOVES, PAYMENT_METHODS } from '../domain/orders/order-states.ts';
import {
  amount,
  base64,
  id,
  integer,
  millis,
  oneOf,
  text,
  textOf,
  textUpTo,
  withDescription,
} from '../lib/field-schemas.ts';
import { message } from '../lib/messages/message.ts';
import { exactlyOne, strictObject, withRule } from '../lib/schema-builders.ts';
import { MAX_LENGTH } from '../lib/text-limits.ts';

// Bodies of the calls that read or change an existing order.

const externalId = textOf(1, 128);

export const orderDetailBody = exactlyOne(
  strictObject({
    order_id: v.optional(
      withDescription(id, 'Any order of the store; of your channel if it is limited to its own orders.', '42'),
    ),
    external_order_id: v.optional(
      withDescription(externalId, 'An order of your channel, by your own id.', 'SP-2026-0001'),
    ),
  }),
  'order_id',
  'external_order_id',
);

const ownOrder = {
  order_id: v.optional(withDescription(id, 'An order of your channel.', '42')),
  external_order_id: v.optional(
    withDescription(externalId, 'An order of your channel, by your own id.', 'SP-2026-0001'),
  ),
};

export const orderCancelBody = exactlyOne(strictObject(ownOrder), 'order_id', 'external_order_id');

export const paymentNotifyBody = exactlyOne(
  strictObject({
    ...ownOrder,
    amount: withDescription(amount, 'Paid amount.', '165'),
    method: v.optional(withDescription(oneOf(PAYMENT_METHODS), 'Payment method.', 'transfer'), 'transfer'),
    pay_time: v.optional(withDescription(millis, 'When the customer paid.', 1_794_373_200_000)),
    slip: v.optional(
      withDescription(base64, 'An image of the bank slip in base64: PNG, JPEG or WebP.', '/9j/4AAQSkZJRg…'),
    ),
    note: v.optional(withDescription(textUpTo(MAX_LENGTH.note), 'A note for the store.', 'โอนจากบัญชีแม่')),
    external_payment_id: v.optional(
      withDescription(
        externalId,
        'Your own id of the payment, unique in the order. A repeated request reports no second payment.',
        'PAY-1',
      ),
    ),
  }),
  'order_id',
  'external_order_id',
);

export const orderListBody = withRule(
  strictObject({
    cursor: v.optional(
      withDescription(text, '`next_cursor` of the last response. Not with `since_time`.', 'o1c-7f2k-3'),
    ),
    since_time: v.optional(
      withDescription(millis, 'Only orders that changed at this time or later. Not with `cursor`.', 1_794_373_200_000),
    ),
    status: v.optional(withDescription(oneOf(Object.keys(ORDER_MOVES)), 'Only orders with this status.', 'open')),
    limit: v.optional(withDescription(integer(1, 100), 'Maximum number of orders.', 20), 20),
  }),
  ({ cursor, since_time }) =>
    cursor !== undefined && since_time !== undefined
      ? message('not_together', { path: 'since_time', other: 'cursor' })
      : undefined,
);
