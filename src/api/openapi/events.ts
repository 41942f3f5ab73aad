import * as v from 'valibot';
import { REASONS } from '../../domain/stock/reasons.ts';
import { said } from '../../lib/fields.ts';
import { idField, textField, timeField, wholeField } from './answer-fields.ts';

/** See docs/partner-api.md#items: an element of `data.items`. */
export const stockChange = v.object({
  id: idField('The variant, as `product_variant_id` elsewhere.', '7'),
  sku: textField('Of the variant; empty where it has none.', 'LAT-H'),
  old: wholeField('What could be sold before.', 10),
  new: wholeField('What can be sold now.', 8),
  warehouse_id: idField('The warehouse.', '1'),
  update_time: timeField('When; it orders the changes of a variant in a warehouse.'),
  reason: textField(`Why. Take those you do not know too: ${Object.keys(REASONS).join(', ')}.`, 'order_reserved'),
  order_id: v.optional(idField('The order that did it, where one did and that may be told.', '42')),
  user_id: v.optional(idField('The user who did it, where one did and that may be told.', '1')),
});

/** See docs/partner-api.md#request. */
export const stockAvailableUpdated = v.object({
  request_id: textField('Of this delivery.', '9b2f0c1e-54f0-4e0c-8d76-0d3c1f6a4d0e'),
  event_type: said(v.literal('stock_available_updated'), 'What happened.', 'stock_available_updated'),
  request_time: timeField('When it was sent.'),
  data: said(v.object({ items: said(v.array(stockChange), 'The changes; none in a test ping.') }), 'What has changed.'),
});

const WORDS = `What can be sold of a variant has changed. Each change is sent once to the URL of your app, several
together, and never again, whatever the answer: answer any 2xx within one second, then work. Deliveries may
overtake one another. Now and then read \`available_qty\` from the product detail to be sure.

Check \`X-Service-Signature\` before anything else: HMAC-SHA256 of the raw bytes of the body with the app’s webhook
secret, in lower-case hexadecimal digits, compared in constant time.`;

const header = (name: string, description: string, schema: object) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string', ...schema },
});

/** The webhooks of the document. */
export const webhooks = () => ({
  stock_available_updated: {
    post: {
      operationId: 'stockAvailableUpdated',
      tags: ['Webhooks'],
      summary: 'Stock has changed',
      description: WORDS,
      security: [],
      parameters: [
        header('X-Service-Signature', 'The signature of the body.', {
          pattern: '^[0-9a-f]{64}$',
          examples: ['5d41402abc4b2a76b9719d911017c5925d41402abc4b2a76b9719d911017c592'],
        }),
        header('User-Agent', 'Always the same.', { const: 'service-webhook/1.0' }),
      ],
      requestBody: {
        required: true,
        content: { 'application/json': { schema: { $ref: '#/components/schemas/StockAvailableUpdated' } } },
      },
      responses: {
        '2XX': { description: 'Received. Nothing else of the answer is looked at.' },
        default: { description: 'Anything else, and anything later than a second, counts as not received.' },
      },
    },
  },
});
