import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CURRENT, changedDocument, RELEASED } from './api-documents.ts';
import { breakingChanges } from './openapi-changes.ts';
import type { Json } from './support.ts';

test('this version breaks no program that was written for the released document', () => {
  assert.deepEqual(breakingChanges(RELEASED, CURRENT), []);
});

type Change = (document: Json) => unknown;

const create = ({ paths }: Json): Json => paths['/v1/order/create'].post;
const webhook = ({ webhooks }: Json): Json => webhooks.order_updated.post;
const schemaOf = ({ components }: Json, name: string): Json => components.schemas[name];
const fieldsOf = (document: Json, name: string): Json => schemaOf(document, name).properties;
const remove = (list: unknown[], value: unknown) => list.splice(list.indexOf(value), 1);
const header = (name: string, required: boolean) => ({ name, in: 'header', required, schema: { type: 'string' } });

/** Changes of the released document, by what the comparison says of them. */
const BREAKING: Record<string, Change> = {
  '/v1/order/cancel: removed': ({ paths }) => delete paths['/v1/order/cancel'],
  'POST /v1/order/create: removed': ({ paths }) => {
    paths['/v1/order/create'] = { put: paths['/v1/order/create'].post };
  },
  'POST /v1/order/create: operationId changed': (document) => Object.assign(create(document), { operationId: 'order' }),
  'GET /pictures/{name}/{file}: now needs authentication': ({ paths }) =>
    delete paths['/pictures/{name}/{file}'].get.security,
  'POST /v1/order/create: no longer accepts client': (document) =>
    Object.assign(create(document), { security: [{ bearer: [] }] }),
  'components.securitySchemes.bearer: type changed': ({ components }) =>
    Object.assign(components.securitySchemes.bearer, { scheme: 'digest' }),

  'POST /v1/order/create 403: removed': (document) => delete create(document).responses[403],
  'POST /v1/order/create default: removed': (document) => delete create(document).responses.default,
  'POST /v1/order/create 200 header X-Idempotent-Replay: removed': (document) =>
    delete create(document).responses[200].headers['X-Idempotent-Replay'],
  'POST /oauth/token 429 header Retry-After: removed': ({ components }) =>
    delete components.responses.SlowDown.headers['Retry-After'],
  'POST /oauth/token 429 header Retry-After: may now be absent': ({ components }) =>
    Object.assign(components.responses.SlowDown.headers['Retry-After'], { required: false }),
  'POST /v1/order/create 200 header X-Idempotent-Replay: value differs removed': (document) =>
    remove(create(document).responses[200].headers['X-Idempotent-Replay'].schema.enum, 'differs'),
  'POST /v1/order/create 200 application/json: removed': (document) => {
    const { content } = create(document).responses[200];
    content['text/json'] = content['application/json'];
    delete content['application/json'];
  },

  'POST /v1/order/create header X-Shop: new and required': (document) =>
    create(document).parameters.push(header('X-Shop', true)),
  'POST /v1/order/create header X-Request-Id: removed': (document) => create(document).parameters.pop(),
  'POST /v1/order/create header X-Request-Id: now required': (document) => {
    create(document).parameters = [{ ...document.components.parameters.RequestId, required: true }];
  },
  'GET /pictures/{name}/{file} path file: value tiny.jpg removed': ({ paths }) =>
    remove(paths['/pictures/{name}/{file}'].get.parameters[1].schema.enum, 'tiny.jpg'),
  'POST /v1/order/list request: now required': ({ paths }) =>
    Object.assign(paths['/v1/order/list'].post.requestBody, { required: true }),
  'POST /oauth/token request application/x-www-form-urlencoded: removed': ({ paths }) => {
    const { requestBody } = paths['/oauth/token'].post;
    requestBody.content = { 'application/json': requestBody.content['application/x-www-form-urlencoded'] };
  },

  'NewOrder.currency: new and required': (document) => {
    fieldsOf(document, 'NewOrder').currency = { type: 'string' };
    schemaOf(document, 'NewOrder').required.push('currency');
  },
  'NewOrder.sender_name: now required': (document) => schemaOf(document, 'NewOrder').required.push('sender_name'),
  'NewOrder.sender_name: removed': (document) => delete fieldsOf(document, 'NewOrder').sender_name,
  'NewOrder.sender_name: can no longer be null': (document) =>
    Object.assign(fieldsOf(document, 'NewOrder').sender_name, { type: 'string' }),
  'NewOrder.discount: can no longer be number': (document) =>
    fieldsOf(document, 'NewOrder').discount.anyOf.splice(1, 1),
  'NewOrder.shipping_type: value kex removed': (document) =>
    remove(fieldsOf(document, 'NewOrder').shipping_type.enum, 'kex'),
  'NewOrder.private_note: now has fixed values': (document) =>
    Object.assign(fieldsOf(document, 'NewOrder').private_note, { enum: ['gift', null] }),
  'NewOrder.private_note: maxLength changed from 1000 to 999': (document) =>
    Object.assign(fieldsOf(document, 'NewOrder').private_note, { maxLength: 999 }),
  'NewOrderLine.qty: minimum changed from 1 to 2': (document) =>
    Object.assign(fieldsOf(document, 'NewOrderLine').qty, { minimum: 2 }),
  'NewOrderLine.sku: pattern changed from undefined to ^[A-Z]+$': (document) =>
    Object.assign(fieldsOf(document, 'NewOrderLine').sku, { pattern: '^[A-Z]+$' }),
  'PostedAddress.district: removed': (document) => delete fieldsOf(document, 'PostedAddress').district,
  'AvailableStockRequest.skus[]: maxLength changed from 256 to 64': (document) =>
    Object.assign(fieldsOf(document, 'AvailableStockRequest').skus.items, { maxLength: 64 }),

  'Error.error: value not_found removed': (document) => remove(fieldsOf(document, 'Error').error.enum, 'not_found'),
  'Error.error: value gone added': (document) => fieldsOf(document, 'Error').error.enum.push('gone'),
  'Order.status: value expired removed': (document) => remove(fieldsOf(document, 'Order').status.enum, 'expired'),
  'Order.status: value archived added': (document) => fieldsOf(document, 'Order').status.enum.push('archived'),
  'Order.status: no longer has fixed values': (document) => delete fieldsOf(document, 'Order').status.enum,
  'Shipment.tracking_number: removed': (document) => delete fieldsOf(document, 'Shipment').tracking_number,
  'Variant.sku: may now be null': (document) =>
    Object.assign(fieldsOf(document, 'Variant').sku, { type: ['string', 'null'] }),
  'Variant.on_hand: may now be absent': (document) => remove(schemaOf(document, 'Variant').required, 'on_hand'),
  'Product.img_uris[]: format changed from uri to undefined': (document) =>
    delete fieldsOf(document, 'Product').img_uris.items.format,
  'Token.token_type: value MAC added': (document) => {
    fieldsOf(document, 'Token').token_type = { enum: ['Bearer', 'MAC'], type: 'string' };
  },
  'Payment.refunds: has oneOf, which cannot be compared': (document) =>
    Object.assign(fieldsOf(document, 'Payment').refunds, { oneOf: [] }),
  'components.schemas.Refund: removed': (document) => {
    document.components.schemas.Repayment = schemaOf(document, 'Refund');
    delete document.components.schemas.Refund;
    fieldsOf(document, 'Payment').refunds.items.$ref = '#/components/schemas/Repayment';
  },

  'order_updated: removed': ({ webhooks }) => delete webhooks.order_updated,
  'POST order_updated header webhook-id: removed': (document) =>
    remove(webhook(document).parameters, webhook(document).parameters[2]),
  'POST order_updated header webhook-id: may now be absent': (document) =>
    Object.assign(webhook(document).parameters[2], { required: false }),
  'POST order_updated 2XX: removed': (document) => delete webhook(document).responses['2XX'],
  'OrderUpdated.event_type: value order_changed added': (document) => {
    fieldsOf(document, 'OrderUpdated').event_type = { type: 'string', enum: ['order_updated', 'order_changed'] };
  },
  'OrderUpdated.data.items: removed': (document) => delete fieldsOf(document, 'OrderUpdated').data.properties.items,
};

for (const [expected, change] of Object.entries(BREAKING))
  test(`the comparison names "${expected}"`, () => {
    assert.deepEqual(breakingChanges(RELEASED, changedDocument(change)), [expected]);
  });

test('a renamed error code is a removed and an added one', () => {
  const renamed = changedDocument((document) => {
    const { error } = fieldsOf(document, 'Error');
    error.enum = error.enum.map((code: string) => (code === 'slow_down' ? 'too_many_requests' : code));
  });
  assert.deepEqual(breakingChanges(RELEASED, renamed), [
    'Error.error: value slow_down removed',
    'Error.error: value too_many_requests added',
  ]);
});

const ADDITIVE: Record<string, Change> = {
  'an optional request field': (document) => {
    fieldsOf(document, 'NewOrder').gift = { type: ['boolean', 'null'] };
  },
  'a value that requests may have': (document) => fieldsOf(document, 'NewOrder').shipping_type.enum.push('drone'),
  'a longer text in requests': (document) =>
    Object.assign(fieldsOf(document, 'NewOrder').private_note, { maxLength: 2000 }),
  'a request field that may be left out': (document) =>
    remove(schemaOf(document, 'NewOrder').required, 'shipping_type'),
  'a request field that may be null': (document) =>
    Object.assign(fieldsOf(document, 'NewOrderLine').qty, { type: ['integer', 'null'] }),
  'a number where a request had an integer': (document) =>
    Object.assign(fieldsOf(document, 'NewOrderLine').qty, { type: 'number' }),
  'an optional request header': (document) => create(document).parameters.push(header('X-Shop', false)),
  'a path': ({ paths }) => {
    paths['/v1/order/return'] = { post: { ...paths['/v1/order/cancel'].post, operationId: 'returnOrder' } };
  },
  'a method of a path': ({ paths }) => {
    paths['/v1/order/detail'].get = { ...paths['/v1/order/detail'].post, operationId: 'getOrder' };
  },
  'a status': (document) => {
    create(document).responses[429] = { $ref: '#/components/responses/SlowDown' };
  },
  'a response header': ({ components }) => {
    components.responses.NotFound.headers['X-Hint'] = { schema: { type: 'string' } };
  },
  'a response field': (document) => {
    fieldsOf(document, 'Order').gift = { type: 'boolean' };
  },
  'a schema': ({ components }) => {
    components.schemas.Gift = { type: 'object', properties: {} };
  },
  'a webhook': ({ webhooks }) => {
    webhooks.gift_sent = { post: { ...webhooks.order_updated.post, operationId: 'giftSent' } };
  },
  'a webhook header': (document) => webhook(document).parameters.push(header('webhook-shop', true)),
  // docs/partner-api.md#reasons: a text without fixed values, of which clients accept any
  'a reason of a stock change': (document) => fieldsOf(document, 'StockChange').reason.examples.push('gift_wrapped'),
  'another text for people': (document) =>
    Object.assign(create(document), { summary: 'Order', description: 'Orders.' }),
};

for (const [addition, change] of Object.entries(ADDITIVE))
  test(`the comparison accepts ${addition}`, () => {
    assert.deepEqual(breakingChanges(RELEASED, changedDocument(change)), []);
  });
