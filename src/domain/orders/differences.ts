import { isDeepStrictEqual } from 'node:util';
import type { Order } from './read.ts';
import { orderView } from './view.ts';

/** Fields that follow from others, or that every change moves. */
const FOLLOWING = new Set(['status', 'payment_status', 'shipping_status', 'paid_time', 'update_time']);

/** The fields in which two states of an order differ, in the words of `/v1`, each as it was and as it is. */
export function differences(before: Order, after: Order): Record<string, { from?: unknown; to?: unknown }> {
  const [from, to] = [fieldsOf(before), fieldsOf(after)];
  return Object.fromEntries(
    Object.keys({ ...from, ...to })
      .filter((field) => !FOLLOWING.has(field) && !isDeepStrictEqual(from[field], to[field]))
      .map((field) => [field, { from: from[field], to: to[field] }]),
  );
}

/** A field a line, so that a long order's history holds only the lines that change. */
function fieldsOf(order: Order): Record<string, unknown> {
  const { products, ...fields } = orderView(order);
  const lines = products.map((line) => [`line ${line.id}`, line]);
  return { ...fields, private_note: order.privateNote ?? undefined, ...Object.fromEntries(lines) };
}
