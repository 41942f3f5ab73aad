import { type ErrorResponseName, errorResponses } from './error-responses.ts';
import type { SchemaName } from './schemas.ts';

interface Operation {
  path: string;
  id: string;
  tag: string;
  summary: string;
  description: string;
  body: SchemaName;
  example: object;
  bodyOptional?: boolean;
  /** A repeated call returns the first result. */
  isIdempotent?: boolean;
  response: SchemaName;
  /** In addition to `COMMON_ERRORS`. */
  errors: readonly ErrorResponseName[];
}

const OPERATIONS: readonly Operation[] = [
  {
    path: '/v1/order/create',
    id: 'createOrder',
    tag: 'Orders',
    summary: 'Create an order',
    description: `Creates an order and reserves its stock. A tracking number is requested from the courier as soon as the
order is ready to ship. Send \`external_order_id\`: a repeated call then returns the first order instead of creating
another, so you can safely retry after any failure. Requires the permission \`orders.create\`.`,
    body: 'NewOrder',
    example: {
      external_order_id: 'first-1',
      shipping_type: 'ems',
      products: [{ product_variant_id: '1', qty: 1 }],
      recipient_address: { name: 'สมชาย ใจดี', telephone: '0812345678', postal_code: 50200 },
    },
    response: 'OrderResponse',
    isIdempotent: true,
    errors: ['OrderDenied', 'Busy'],
  },
  {
    path: '/v1/order/detail',
    id: 'readOrder',
    tag: 'Orders',
    summary: 'Read an order',
    description: `Returns the current state of an order, with its shipments once they have tracking numbers. \`order_id\`
finds any order of the store, \`external_order_id\` only orders of your channel. Requires the permission \`orders.read\`.`,
    body: 'OrderDetailRequest',
    example: { external_order_id: 'first-1' },
    response: 'OrderResponse',
    errors: ['AccessDenied', 'NotFound', 'Busy'],
  },
  {
    path: '/v1/order/list',
    id: 'listOrders',
    tag: 'Orders',
    summary: 'List orders',
    description: `Lists the orders of your channel in their current state, sorted by their last change. Start without \`cursor\`:
with \`since_time\`, or with all orders. Then call with \`next_cursor\` of the last response, immediately while
\`has_more\` is true. A page may be empty while \`has_more\` is true.
Requires the permission \`orders.list\`.`,
    body: 'OrderListRequest',
    example: { limit: 20 },
    bodyOptional: true,
    response: 'OrderListResponse',
    errors: ['AccessDenied', 'Busy'],
  },
  {
    path: '/v1/order/cancel',
    id: 'cancelOrder',
    tag: 'Orders',
    summary: 'Cancel an order',
    description: `Cancels an open order of your channel, unless a parcel has been shipped and not returned, and releases its
stock. The store refunds payments separately. Canceling it again changes nothing. Requires the permission \`orders.cancel\`.`,
    body: 'OrderCancelRequest',
    example: { external_order_id: 'first-1' },
    response: 'OrderResponse',
    errors: ['AccessDenied', 'NotFound', 'Busy'],
  },
  {
    path: '/v1/order/payment/notify',
    id: 'notifyPayment',
    tag: 'Orders',
    summary: 'Report a payment',
    description: `Reports that the customer has paid an order of your channel, optionally with an image of the bank slip. The
store confirms or rejects it. Send \`external_payment_id\`: a repeated call then reports no second payment. The body is
limited to 1 MB, so the image may have about 700 KB. Requires the permission \`orders.pay\`.`,
    body: 'PaymentNotifyRequest',
    example: { external_order_id: 'first-1', amount: '105', external_payment_id: 'PAY-1' },
    response: 'OrderResponse',
    isIdempotent: true,
    errors: ['AccessDenied', 'NotFound', 'Busy'],
  },
  {
    path: '/v1/store/address/list',
    id: 'listStoreAddresses',
    tag: 'Store',
    summary: 'List the store’s own addresses',
    description: `Lists branches and warehouses, primary addresses first, each sorted from oldest to newest. The first
address is the default sender of orders. Requires the permission \`addresses.read\`.`,
    body: 'AddressListRequest',
    example: { limit: 100 },
    bodyOptional: true,
    response: 'AddressListResponse',
    errors: ['AccessDenied'],
  },
  {
    path: '/v1/product/list',
    id: 'listProducts',
    tag: 'Catalogue',
    summary: 'List products',
    description: `Lists products without variants, prices and stock. To page, add \`limit\` to \`offset\` while \`has_more\` is
true. Sort by \`id\` so that products that change in the meantime keep their order. If one is deleted, all later ones
move up: start each page with the last product of the previous page, and go back if another one is there.`,
    body: 'ProductListRequest',
    example: { limit: 20 },
    bodyOptional: true,
    response: 'ProductListResponse',
    errors: [],
  },
  {
    path: '/v1/product/detail',
    id: 'readProduct',
    tag: 'Catalogue',
    summary: 'Read a product',
    description: 'Returns a product with its variants, their prices and their available quantities.',
    body: 'ProductDetailRequest',
    example: { product_id: '1' },
    response: 'ProductDetailResponse',
    errors: ['NotFound'],
  },
  {
    path: '/v1/stock/changes',
    id: 'listStockChanges',
    tag: 'Stock',
    summary: 'Follow stock',
    description: `Returns the changes of available quantities after the cursor, in order and without gaps, in the format of
webhook items. The first call has no cursor: it returns no changes and the current cursor. Then read all quantities
once, and poll with \`next_cursor\` of the last response, immediately while \`has_more\` is true. Changes are kept for 30
days. An older cursor has expired: restart without a cursor. Requires the permission
\`stock.read\`.`,
    body: 'StockChangesRequest',
    example: {},
    bodyOptional: true,
    response: 'StockChangesResponse',
    errors: ['AccessDenied'],
  },
  {
    path: '/v1/stock/available',
    id: 'readAvailableStock',
    tag: 'Stock',
    summary: 'Read available stock',
    description: `Returns the available quantities of up to 500 variants, as a snapshot of one moment. Unknown and deleted
variants are omitted. Requires the permission \`stock.read\`.`,
    body: 'AvailableStockRequest',
    example: { product_variant_ids: ['1'] },
    response: 'AvailableStockResponse',
    errors: ['AccessDenied'],
  },
];

const COMMON_ERRORS = [
  'InvalidRequest',
  'InvalidToken',
  'MethodNotAllowed',
  'TooLarge',
  'ServerError',
  'Unreadable',
] as const;

const json = (name: SchemaName, example?: object) => ({
  'application/json': { schema: { $ref: `#/components/schemas/${name}` }, ...(example && { example }) },
});
const requestIdHeader = { 'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' } };

const replayHeader = {
  'X-Idempotent-Replay': {
    required: false,
    description: 'Only if the call is repeated: whether the request is the `same` as the first one, or `differs`.',
    schema: { type: 'string', enum: ['same', 'differs'] },
  },
};

const operation = ({ id, tag, summary, description, body, example, bodyOptional, ...result }: Operation) => ({
  operationId: id,
  tags: [tag],
  summary,
  description,
  parameters: [{ $ref: '#/components/parameters/RequestId' }],
  requestBody: { required: !bodyOptional, content: json(body, example) },
  responses: {
    200: {
      description: 'Success.',
      headers: { ...requestIdHeader, ...(result.isIdempotent && replayHeader) },
      content: json(result.response),
    },
    ...errorResponses([...COMMON_ERRORS, ...result.errors]),
  },
});

const NO_STORE = {
  description: 'Do not cache the token response.',
  required: true,
  schema: { type: 'string', const: 'no-store' },
};

const tokenOperation = {
  operationId: 'getToken',
  tags: ['Token'],
  summary: 'Get a token',
  description: `Send the client id and secret of your channel in the form; HTTP Basic is not supported. Reuse the token for
four hours. Request a new one shortly before it expires, or when a call returns 401.`,
  security: [],
  parameters: [{ $ref: '#/components/parameters/RequestId' }],
  requestBody: {
    required: true,
    content: { 'application/x-www-form-urlencoded': { schema: { $ref: '#/components/schemas/TokenRequest' } } },
  },
  responses: {
    200: {
      description: 'The token.',
      headers: { ...requestIdHeader, 'Cache-Control': NO_STORE },
      content: json('Token'),
    },
    ...errorResponses([
      'InvalidTokenRequest',
      'InvalidClient',
      'MethodNotAllowed',
      'TooLarge',
      'SlowDown',
      'ServerError',
      'Unreadable',
    ]),
  },
};

const pathParameter = (name: string, description: string, schema: object) => ({
  name,
  in: 'path',
  required: true,
  description,
  schema: { type: 'string', ...schema },
});

const pictureOperation = {
  operationId: 'getPicture',
  tags: ['Catalogue'],
  summary: 'Get an image',
  description:
    'Returns an image of a product. Product responses contain its URL. It never changes, so you can cache it.',
  security: [],
  parameters: [
    pathParameter('name', 'Name of the image.', { pattern: '^[A-Za-z0-9_-]{43}$' }),
    pathParameter('file', 'Size of the image.', { enum: ['full.jpg', 'thumbnail.jpg', 'tiny.jpg'] }),
  ],
  responses: {
    200: { description: 'The image.', headers: requestIdHeader, content: { 'image/jpeg': {} } },
    304: { description: 'Not modified.', headers: requestIdHeader },
    ...errorResponses(['InvalidRequest', 'NotFound', 'MethodNotAllowed', 'ServerError', 'Unreadable']),
  },
};

export const paths = () => ({
  '/oauth/token': { post: tokenOperation },
  ...Object.fromEntries(OPERATIONS.map((call) => [call.path, { post: operation(call) }])),
  '/pictures/{name}/{file}': { get: pictureOperation },
});
