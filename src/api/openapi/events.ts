import * as v from 'valibot';
import { REASONS } from '../../domain/stock/reasons.ts';
import { withDescription } from '../../lib/fields.ts';
import { idField, integerField, textField, timeField } from './response-fields.ts';

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

/** See docs/partner-api.md#request. */
export const stockAvailableUpdated = v.object({
  request_id: textField('Id of this delivery.', '9b2f0c1e-54f0-4e0c-8d76-0d3c1f6a4d0e'),
  event_type: withDescription(v.literal('stock_available_updated'), 'Type of the event.', 'stock_available_updated'),
  request_time: timeField('Time of sending.'),
  data: withDescription(
    v.object({ items: withDescription(v.array(stockChange), 'The changes; none in a test ping.') }),
    'The data of the event.',
  ),
});

const DESCRIPTION = `The available quantity of variants has changed. Each change is sent once to the URL of your app, batched with
others, and is not retried. Respond with any 2xx status within one second and process the event afterwards. Deliveries
may arrive out of order. Reconcile regularly with \`available_qty\` of the product detail.

Check \`X-Service-Signature\` before anything else: HMAC-SHA256 of the raw bytes of the body with the app’s webhook
secret, in lower-case hexadecimal digits, compared in constant time.`;

const header = (name: string, description: string, schema: object, required = true) => ({
  name,
  in: 'header',
  required,
  description,
  schema: { type: 'string', ...schema },
});

export const webhooks = () => ({
  stock_available_updated: {
    post: {
      operationId: 'stockAvailableUpdated',
      tags: ['Webhooks'],
      summary: 'Stock has changed',
      description: DESCRIPTION,
      security: [],
      parameters: [
        header('X-Service-Signature', 'The signature of the body.', {
          pattern: '^[0-9a-f]{64}$',
          examples: ['5d41402abc4b2a76b9719d911017c5925d41402abc4b2a76b9719d911017c592'],
        }),
        header(
          'X-Service-Signature-Old',
          'The signature by the old secret, for a while after a change of the secret.',
          { pattern: '^[0-9a-f]{64}$' },
          false,
        ),
        header('User-Agent', 'Constant.', { const: 'service-webhook/1.0' }),
      ],
      requestBody: {
        required: true,
        content: { 'application/json': { schema: { $ref: '#/components/schemas/StockAvailableUpdated' } } },
      },
      responses: {
        '2XX': { description: 'Received. The rest of the response is ignored.' },
        default: { description: 'Any other status, or a response after more than one second, counts as not received.' },
      },
    },
  },
});
