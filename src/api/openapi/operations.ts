import { type RefusalName, refusalResponses } from './refusals.ts';
import type { SchemaName } from './schemas.ts';

interface Operation {
  path: string;
  id: string;
  tag: string;
  summary: string;
  description: string;
  body: SchemaName;
  /** A body to begin with. */
  example: object;
  bodyOptional?: boolean;
  answer: SchemaName;
  /** What it may end with besides what every call may. */
  refusals: readonly RefusalName[];
}

const OPERATIONS: readonly Operation[] = [
  {
    path: '/v1/order/create',
    id: 'createOrder',
    tag: 'Orders',
    summary: 'Place an order',
    description: `The order is made as if keyed into the store’s own program: its stock is reserved, and a tracking
number is asked of the courier as soon as it is ready to ship. Send \`external_order_id\`: the same call again then
answers the first order instead of making another, so that you may repeat it after any failure. Needs the permission
\`orders.create\`.`,
    body: 'NewOrder',
    example: {
      external_order_id: 'first-1',
      shipping_type: 'ems',
      products: [{ product_variant_id: '1', qty: 1 }],
      recipient_address: { name: 'สมชาย ใจดี', telephone: '0812345678', postal_code: 50200 },
    },
    answer: 'OrderAnswer',
    refusals: ['OrderDenied'],
  },
  {
    path: '/v1/order/detail',
    id: 'readOrder',
    tag: 'Orders',
    summary: 'Read an order',
    description: `The order as it stands now, with its shipments once they have tracking numbers. By \`order_id\` every
order of the store is found, by \`external_order_id\` those of your own channel. Needs the permission \`orders.read\`.`,
    body: 'OrderWanted',
    example: { external_order_id: 'first-1' },
    answer: 'OrderAnswer',
    refusals: ['AccessDenied', 'NotFound'],
  },
  {
    path: '/v1/store/address/list',
    id: 'listStoreAddresses',
    tag: 'Store',
    summary: 'List the store’s own addresses',
    description: `Branches and warehouses, not customers: the primary ones first, then the oldest. The first of all is the
sender of an order that names none. Needs the permission \`addresses.read\`.`,
    body: 'AddressesWanted',
    example: { limit: 100 },
    bodyOptional: true,
    answer: 'AddressesAnswer',
    refusals: ['AccessDenied'],
  },
  {
    path: '/v1/product/list',
    id: 'listProducts',
    tag: 'Catalogue',
    summary: 'List products',
    description: `A row for each product, without variants, prices and stock. Add \`limit\` to \`offset\` while
\`has_more\` is true; sort by \`id\` to see every product exactly once, though some change meanwhile.`,
    body: 'ProductsWanted',
    example: { limit: 20 },
    bodyOptional: true,
    answer: 'ProductsAnswer',
    refusals: [],
  },
  {
    path: '/v1/product/detail',
    id: 'readProduct',
    tag: 'Catalogue',
    summary: 'Read a product',
    description: 'With its variants, their prices and what of them can be sold at this moment.',
    body: 'ProductWanted',
    example: { product_id: '1' },
    answer: 'ProductAnswer',
    refusals: ['NotFound'],
  },
];

const OF_EVERY_CALL = [
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
const requestId = { 'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' } };

const operation = ({ id, tag, summary, description, body, example, bodyOptional, answer, refusals }: Operation) => ({
  operationId: id,
  tags: [tag],
  summary,
  description,
  parameters: [{ $ref: '#/components/parameters/RequestId' }],
  requestBody: { required: !bodyOptional, content: json(body, example) },
  responses: {
    200: { description: 'Done.', headers: requestId, content: json(answer) },
    ...refusalResponses([...OF_EVERY_CALL, ...refusals]),
  },
});

const NO_STORE = { description: 'Never to be kept.', required: true, schema: { type: 'string', const: 'no-store' } };

const tokenOperation = {
  operationId: 'getToken',
  tags: ['Token'],
  summary: 'Get a token',
  description: `With the client id and secret of your channel, in the form and nowhere else: HTTP Basic is not read. Keep the
token and use it for its four hours; get another shortly before, or when a call answers 401.`,
  security: [],
  parameters: [{ $ref: '#/components/parameters/RequestId' }],
  requestBody: {
    required: true,
    content: { 'application/x-www-form-urlencoded': { schema: { $ref: '#/components/schemas/TokenRequest' } } },
  },
  responses: {
    200: { description: 'The token.', headers: { ...requestId, 'Cache-Control': NO_STORE }, content: json('Token') },
    ...refusalResponses([
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

const inPath = (name: string, description: string, schema: object) => ({
  name,
  in: 'path',
  required: true,
  description,
  schema: { type: 'string', ...schema },
});

const pictureOperation = {
  operationId: 'getPicture',
  tags: ['Catalogue'],
  summary: 'Show a picture',
  description: 'A picture of a product, at the addresses that product answers name. It never changes: keep it.',
  security: [],
  parameters: [
    inPath('name', 'Of the picture.', { pattern: '^[A-Za-z0-9_-]{43}$' }),
    inPath('file', 'Its size.', { enum: ['full.jpg', 'thumbnail.jpg', 'tiny.jpg'] }),
  ],
  responses: {
    200: { description: 'The picture.', headers: requestId, content: { 'image/jpeg': {} } },
    304: { description: 'It is the one you have.', headers: requestId },
    ...refusalResponses(['InvalidRequest', 'NotFound', 'MethodNotAllowed', 'ServerError', 'Unreadable']),
  },
};

/** The paths of the document. */
export const paths = () => ({
  '/oauth/token': { post: tokenOperation },
  ...Object.fromEntries(OPERATIONS.map((one) => [one.path, { post: operation(one) }])),
  '/pictures/{name}/{file}': { get: pictureOperation },
});
