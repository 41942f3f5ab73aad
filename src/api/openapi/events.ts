import * as v from 'valibot';
import { COD_MOVES, ORDER_MOVES } from '../../domain/orders/order-states.ts';
import { REASONS } from '../../domain/stock/reasons.ts';
import { withDescription } from '../../lib/field-schemas.ts';
import { PAYMENT_STATUSES, SHIPPING_STATUSES } from './order-response.ts';
import { booleanField, enumField, idField, integerField, moneyField, textField, timeField } from './response-fields.ts';

/** See docs/partner-api.md#items: an element of `data.items`. */
export const stockChange = v.object({
  id: idField('Id of the variant: `product_variant_id` in other calls.', '7'),
  sku: textField('SKU of the variant; empty if it has none.', 'LAT-H'),
  old: integerField('Available quantity before the change.', 10),
  new: integerField('Available quantity after the change.', 8),
  warehouse_id: idField('The warehouse.', '1'),
  update_time: timeField('Time of the change; orders the changes of a variant in a warehouse.'),
  reason: textField(
    `Reason of the change. Accept unknown reasons too: ${Object.keys(REASONS).join(', ')}.`,
    'order_reserved',
  ),
  order_id: v.optional(idField('The order that caused the change, if any and if you may see it.', '42')),
  user_id: v.optional(idField('The user who made the change, if any and if you may see it.', '1')),
});

/** See docs/partner-api.md#changed-orders: an element of `data.items`. */
export const changedOrder = v.object({
  order_id: idField('The order.', '42'),
  external_order_id: v.optional(textField('Your id of the order, if you sent one.', 'SP-2026-0001')),
  status: enumField(ORDER_MOVES, 'Status of the order.', 'open'),
  payment_status: withDescription(v.picklist(PAYMENT_STATUSES), 'Payment status.', 'paid'),
  shipping_status: withDescription(v.picklist(SHIPPING_STATUSES), 'Shipping status.', 'booked'),
  cod_status: v.optional(enumField(COD_MOVES, 'Status of the cash on delivery; only for COD orders.', 'pending')),
  paid_amount: moneyField('Confirmed payments minus refunds, excluding money that a courier collects.', '165'),
  tracking_numbers: withDescription(v.array(v.string()), 'Tracking numbers of the parcels that are not canceled.', [
    'EX123456785TH',
  ]),
  update_time: timeField('When the order last changed.'),
});

/** See docs/partner-api.md#changed-products: an element of `data.items`. */
export const changedProduct = v.object({
  product_id: idField('The product.', '5'),
  deleted: booleanField('Whether the store has deleted the product.', false),
  update_time: timeField('When it last changed.'),
});

/** See docs/partner-api.md#request. */
const envelope = <Type extends string>(type: Type, item: v.GenericSchema, items: string) =>
  v.object({
    request_id: textField('Id of this delivery.', '9b2f0c1e-54f0-4e0c-8d76-0d3c1f6a4d0e'),
    event_type: withDescription(v.literal(type), 'Type of the event.', type),
    request_time: timeField('Time of sending.'),
    data: withDescription(v.object({ items: withDescription(v.array(item), items) }), 'The data of the event.'),
  });

export const stockAvailableUpdated = envelope(
  'stock_available_updated',
  stockChange,
  'The changes; none in a test ping.',
);
export const orderUpdated = envelope(
  'order_updated',
  changedOrder,
  'The orders in their state at the time of sending.',
);
export const productUpdated = envelope('product_updated', changedProduct, 'The changed and deleted products.');

const DELIVERY = `Each change is sent once to the URL of your app, batched with others, and is not retried. Respond with any
2xx status within one second and process the event afterwards. Deliveries may arrive out of order.

Check \`X-Service-Signature\` before anything else: HMAC-SHA256 of the raw bytes of the body with the app’s webhook
secret, in lowercase hex, compared in constant time. Or check \`webhook-signature\` with a library of
[Standard Webhooks](https://www.standardwebhooks.com).`;

const header = (name: string, description: string, schema: object, required = true) => ({
  name,
  in: 'header',
  required,
  description,
  schema: { type: 'string', ...schema },
});

const HEADERS = [
  header('X-Service-Signature', 'The signature of the body.', {
    pattern: '^[0-9a-f]{64}$',
    examples: ['5d41402abc4b2a76b9719d911017c5925d41402abc4b2a76b9719d911017c592'],
  }),
  header(
    'X-Service-Signature-Old',
    'Signature with the old secret, sent for a period after the secret was reset.',
    { pattern: '^[0-9a-f]{64}$' },
    false,
  ),
  header('webhook-id', 'Id of this delivery: `request_id` of the body.', {}),
  header('webhook-timestamp', 'Unix time of sending, in seconds.', { pattern: '^[0-9]+$' }),
  header('webhook-signature', 'Standard Webhooks signatures, one for each valid secret.', {
    pattern: '^v1,[A-Za-z0-9+/]{43}=( v1,[A-Za-z0-9+/]{43}=)?$',
  }),
  header('User-Agent', 'Always `service-webhook/1.0`.', { const: 'service-webhook/1.0' }),
];

interface Event {
  operationId: string;
  summary: string;
  description: string;
  schema: string;
}

const webhook = ({ operationId, summary, description, schema }: Event) => ({
  post: {
    operationId,
    tags: ['Webhooks'],
    summary,
    description: `${description} ${DELIVERY}`,
    security: [],
    parameters: HEADERS,
    requestBody: {
      required: true,
      content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } },
    },
    responses: {
      '2XX': { description: 'Received. The rest of the response is ignored.' },
      default: { description: 'Any other status, or a response after more than one second, counts as not received.' },
    },
  },
});

export const webhooks = () => ({
  stock_available_updated: webhook({
    operationId: 'stockAvailableUpdated',
    summary: 'Stock has changed',
    description: `The available quantity of variants has changed. Reconcile regularly with \`/v1/stock/changes\`, or with
\`available_qty\` of the product detail.`,
    schema: 'StockAvailableUpdated',
  }),
  order_updated: webhook({
    operationId: 'orderUpdated',
    summary: 'Orders have changed',
    description: `The status, payment or parcels of orders of your channels have changed. Reconcile regularly with
\`/v1/order/list\`. The store turns this event on.`,
    schema: 'OrderUpdated',
  }),
  product_updated: webhook({
    operationId: 'productUpdated',
    summary: 'Products have changed',
    description: `Products of the store were changed or deleted. Read them again. Stock changes do not trigger this event.
The store turns this event on.`,
    schema: 'ProductUpdated',
  }),
});
