import * as v from 'valibot';
import { withDescription } from '../../lib/field-schemas.ts';
import type { Message } from '../../lib/messages/catalogue.ts';
import { message } from '../../lib/messages/message.ts';
import { describe } from '../../lib/messages/messages.ts';
import { MAX_BODY_BYTES } from '../request-body.ts';
import { textField } from './response-fields.ts';

const ERROR_CODES = [
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

type Code = (typeof ERROR_CODES)[number];

const INVALID_QTY = message('not_a_whole_number_between', {
  path: ['products', 1, 'qty'],
  least: 1,
  most: 1_000_000_000,
});

/** See docs/partner-api.md#errors. */
export const errorBody = v.object({
  error: withDescription(v.picklist(ERROR_CODES), 'Error code. Codes never change.', 'invalid_request'),
  error_description: textField(
    'Explanation for humans. If a field is invalid: its path in the request, a colon, a space and a text. The text may change.',
    describe(INVALID_QTY),
  ),
});

interface ErrorResponse {
  status: number | 'default';
  description: string;
  /** An example message for each error code. */
  examples: Partial<Record<Code, Message>>;
  /** In addition to X-Request-Id. */
  headers?: Record<string, object>;
}

const header = (description: string, schema: object) => ({ description, required: true, schema });

export const REQUEST_ID = header('Your X-Request-Id if you sent one, otherwise a new one.', {
  type: 'string',
  minLength: 1,
  maxLength: 256,
  examples: ['9b2f0c1e-54f0-4e0c-8d76-0d3c1f6a4d0e'],
});

const ALLOW = header('The supported methods.', { type: 'string', examples: ['POST'] });
const WWW_AUTHENTICATE = header('Always `Bearer`.', { type: 'string', const: 'Bearer' });
const RETRY_AFTER = header('Seconds to wait.', { type: 'integer', minimum: 1, examples: [42] });
const GRANT_ERRORS = {
  unsupported_grant_type: message('unsupported_grant_type', { path: 'grant_type' }),
  invalid_request: message('repeated_form_field', { path: 'client_id' }),
};

/** Keyed by component name. */
const ERROR_RESPONSES = {
  InvalidRequest: {
    status: 400,
    description: 'The request is invalid: a field, the JSON, a header or the HTTP syntax.',
    examples: { invalid_request: INVALID_QTY },
  },
  InvalidTokenRequest: { status: 400, description: 'The form is invalid.', examples: GRANT_ERRORS },
  InvalidClient: {
    status: 401,
    description:
      'The credentials are invalid. The response contains the name of a missing field and is otherwise the same for every cause.',
    examples: { invalid_client: message('client_credentials_rejected') },
  },
  InvalidToken: {
    status: 401,
    description: 'The bearer token is missing, malformed or expired. Request a new one and retry.',
    examples: { invalid_token: message('bearer_token_invalid') },
    headers: { 'WWW-Authenticate': WWW_AUTHENTICATE },
  },
  AccessDenied: {
    status: 403,
    description: 'The channel lacks the permission, or its store is suspended.',
    examples: { access_denied: message('permission_missing', { permission: 'orders.read' }) },
  },
  OrderDenied: {
    status: 403,
    description: 'The channel may not create orders, or the store has used up its order quota for this month.',
    examples: {
      access_denied: message('permission_missing', { permission: 'orders.create' }),
      quota_exceeded: message('order_quota_used_up', { quota: 1_000 }),
    },
  },
  NotFound: {
    status: 404,
    description: 'Not found. Missing and deleted objects and objects of other stores return the same response.',
    examples: { not_found: message('order_not_found_by_channel') },
  },
  MethodNotAllowed: {
    status: 405,
    description: 'The path does not support the method.',
    examples: { invalid_request: message('method_not_allowed', { allowed: 'POST' }) },
    headers: { Allow: ALLOW },
  },
  TooLarge: {
    status: 413,
    description: 'The body is over 1 MB (1,048,576 bytes).',
    examples: { invalid_request: message('body_too_large', { most: MAX_BODY_BYTES }) },
  },
  SlowDown: {
    status: 429,
    description:
      'More than 10 requests per minute from the client or 60 from the IP address, or 10 failures in 5 minutes.',
    examples: { slow_down: message('too_many_token_requests', { seconds: 42 }) },
    headers: { 'Retry-After': RETRY_AFTER },
  },
  Busy: {
    status: 429,
    description: 'Too many calls for orders with very many lines are queued.',
    examples: { slow_down: message('too_busy') },
    headers: { 'Retry-After': RETRY_AFTER },
  },
  ServerError: {
    status: 500,
    description: 'Internal error. You can safely retry an order with `external_order_id`.',
    examples: { server_error: message('server_failed') },
  },
  Unreadable: {
    status: 'default',
    description: 'The HTTP request could not be read: 408 if it arrived too slowly, 431 if its headers are too large.',
    examples: { invalid_request: message('headers_too_large') },
  },
} as const satisfies Record<string, ErrorResponse>;

export type ErrorResponseName = keyof typeof ERROR_RESPONSES;

export const errorResponseComponents = (): Record<string, object> =>
  Object.fromEntries(Object.entries(ERROR_RESPONSES).map(([name, response]) => [name, component(response)]));

const component = ({ description, examples, headers }: ErrorResponse) => ({
  description,
  headers: { 'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' }, ...headers },
  content: {
    'application/json': {
      schema: { $ref: '#/components/schemas/Error' },
      examples: Object.fromEntries(
        Object.entries(examples).map(([error, example]) => [
          error,
          { value: { error, error_description: describe(example) } },
        ]),
      ),
    },
  },
});

/** References to error responses, for the `responses` of an operation. */
export const errorResponses = (names: readonly ErrorResponseName[]): Record<string, object> =>
  Object.fromEntries(
    names.map((name) => [String(ERROR_RESPONSES[name].status), { $ref: `#/components/responses/${name}` }]),
  );
