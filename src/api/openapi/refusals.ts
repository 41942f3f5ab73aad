import * as v from 'valibot';
import { said } from '../../lib/fields.ts';
import { textField } from './answer-fields.ts';

const CODES = [
  'invalid_request',
  'unsupported_grant_type',
  'invalid_client',
  'invalid_token',
  'access_denied',
  'quota_exceeded',
  'not_found',
  'slow_down',
  'server_error',
] as const;

type Code = (typeof CODES)[number];

/** Specification, "Errors". */
export const errorAnswer = v.object({
  error: said(v.picklist(CODES), 'What went wrong. Branch on this; codes never change.', 'invalid_request'),
  error_description: textField(
    'The same for people, with the name of the field. Its words may change.',
    'products[1].qty must be a whole number from 1 to 1000000000',
  ),
});

interface Kind {
  status: number;
  description: string;
  /** By its code, a sentence such as may come with it. */
  examples: Partial<Record<Code, string>>;
  /** Besides X-Request-Id. */
  headers?: Record<string, object>;
}

const header = (description: string, schema: object) => ({ description, required: true, schema });

export const REQUEST_ID = header('Your own X-Request-Id where you sent one, else a fresh one.', {
  type: 'string',
  minLength: 1,
  maxLength: 256,
  examples: ['9b2f0c1e-54f0-4e0c-8d76-0d3c1f6a4d0e'],
});

const ALLOW = header('The methods that the path knows.', { type: 'string', examples: ['POST'] });
const CHALLENGE = header('Always `Bearer`.', { type: 'string', const: 'Bearer' });
const WAIT = header('So many seconds to wait.', { type: 'integer', minimum: 1, examples: [42] });
const GRANT_CODES = {
  unsupported_grant_type: 'grant_type must be client_credentials',
  invalid_request: 'client_id is repeated',
};

/** Every way in which a call may fail, by the name of its component. */
export const REFUSALS = {
  InvalidRequest: {
    status: 400,
    description: 'The request is wrong: a field, the JSON, a header, or the HTTP itself.',
    examples: { invalid_request: 'products[1].qty must be a whole number from 1 to 1000000000' },
  },
  InvalidTokenRequest: { status: 400, description: 'The form is wrong.', examples: GRANT_CODES },
  InvalidClient: {
    status: 401,
    description: 'The credentials are not accepted; the answer is the same whatever the reason.',
    examples: { invalid_client: 'the client credentials are not accepted' },
  },
  InvalidToken: {
    status: 401,
    description: 'The bearer token is missing, malformed or expired: get a new one and call again.',
    examples: { invalid_token: 'the bearer token is missing, malformed or expired' },
    headers: { 'WWW-Authenticate': CHALLENGE },
  },
  AccessDenied: {
    status: 403,
    description: 'The channel lacks the permission, or its store is suspended.',
    examples: { access_denied: 'this channel lacks the permission orders.read' },
  },
  OrderDenied: {
    status: 403,
    description: 'The channel may not order, or the store’s quota of orders for this month is spent.',
    examples: {
      access_denied: 'this channel lacks the permission orders.create',
      quota_exceeded: 'the store has no orders left in this month',
    },
  },
  NotFound: {
    status: 404,
    description: 'There is nothing that you may see: absent, deleted and another’s are all alike.',
    examples: { not_found: 'there is no such order for this channel' },
  },
  MethodNotAllowed: {
    status: 405,
    description: 'The path has no such method.',
    examples: { invalid_request: 'use POST here' },
    headers: { Allow: ALLOW },
  },
  TooLarge: {
    status: 413,
    description: 'The body is over 1 MB (1,048,576 bytes).',
    examples: { invalid_request: 'the body is larger than 1 MB' },
  },
  SlowDown: {
    status: 429,
    description: 'More than 10 requests a minute of this client, 60 of this address, or ten failures in five minutes.',
    examples: { slow_down: 'too many token requests' },
    headers: { 'Retry-After': WAIT },
  },
  ServerError: {
    status: 500,
    description: 'The service failed. To order again is safe where `external_order_id` was sent.',
    examples: { server_error: 'the service failed to answer; try again' },
  },
  Unreadable: {
    status: 0,
    description: 'What is no readable HTTP: 408 arrived too slowly, 431 has too large headers.',
    examples: { invalid_request: 'the request line and headers are too large' },
  },
} as const satisfies Record<string, Kind>;

export type RefusalName = keyof typeof REFUSALS;

/** The components of all refusals. */
export const refusalComponents = (): Record<string, object> =>
  Object.fromEntries(Object.entries(REFUSALS).map(([name, kind]) => [name, component(kind)]));

const component = ({ description, examples, headers }: Kind) => ({
  description,
  headers: { 'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' }, ...headers },
  content: {
    'application/json': {
      schema: { $ref: '#/components/schemas/Error' },
      examples: Object.fromEntries(
        Object.entries(examples).map(([error, error_description]) => [error, { value: { error, error_description } }]),
      ),
    },
  },
});

/** The responses of an operation that may fail so. */
export const refusalResponses = (names: readonly RefusalName[]): Record<string, object> =>
  Object.fromEntries(
    names.map((name) => [
      REFUSALS[name].status === 0 ? 'default' : String(REFUSALS[name].status),
      { $ref: `#/components/responses/${name}` },
    ]),
  );
