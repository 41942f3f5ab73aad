import assert from 'node:assert/strict';
import type { Ajv2020, ValidateFunction } from 'ajv/dist/2020.js';
import { once } from './once.ts';
import type { Json } from './support.ts';

// Validates responses of the service against its OpenAPI document. `support.ts` and `raw-http.ts` check every response.

interface ApiExchange {
  method: string;
  /** With or without a query. */
  path: string;
  status: number;
  headers: Headers;
  body: Json;
}

/** Paths outside the partner API. */
const OTHERS = /^\/(office|couriers|docs|healthz|readyz|metrics)\b|^\/openapi\.json$/;

/** Asserts that body and headers match the document, for this path, method and status, without additional fields. */
export async function assertDescribed({ method, path, status, headers, body }: ApiExchange): Promise<void> {
  const plain = path.replace(/[?#].*/, '');
  if (OTHERS.test(plain)) return;
  const { document, check } = await loaded();
  const what = `${method} ${plain} ${status}`;
  const response = responseOf(document, method, plain, status);
  assert.ok(response, `${what} is not in the document: ${JSON.stringify(body)}`);
  for (const [name, header] of Object.entries<Json>(response.headers ?? {})) assertHeader(what, name, header, headers);
  const schema = response.content?.['application/json']?.schema;
  if (body !== undefined && method !== 'HEAD') check(what, schema?.$ref ?? 'nothing', body);
}

const ENVELOPES: Record<string, string> = {
  stock_available_updated: 'StockAvailableUpdated',
  order_updated: 'OrderUpdated',
  product_updated: 'ProductUpdated',
};

/** Asserts that the delivery matches the document's webhook. */
export async function assertDescribedDelivery(envelope: Json): Promise<void> {
  const { check } = await loaded();
  check('a delivery', `#/components/schemas/${ENVELOPES[envelope.event_type]}`, envelope);
}

/** Whether the body matches the document's request schema of the path. */
export async function matchesRequestSchema(path: string, body: Json): Promise<boolean> {
  const { document, errorsOf } = await loaded();
  return errorsOf(document.paths[path].post.requestBody.content['application/json'].schema.$ref, body) === undefined;
}

/** The document and its validators, loaded with the first response, because many tests have none. */
const loaded = once(async () => {
  const [{ Ajv2020 }, { openApiDocument }] = await Promise.all([
    import('ajv/dist/2020.js'),
    import('../src/api/openapi/document.ts'),
  ]);
  const document: Json = openApiDocument({ shipping_types: [], channels: [] }, 'http://shop.test');
  const ajv = new Ajv2020({ strict: false, validateFormats: false, validateSchema: false });
  ajv.addSchema({ $id: 'document', components: { schemas: closed(document.components.schemas) } });
  const errorsOf = validatorOf(ajv);
  const check = (what: string, ref: string, body: Json) => {
    const errors = errorsOf(ref, body);
    if (errors) assert.fail(`${what} is not as described: ${errors}: ${JSON.stringify(body)}`);
  };
  return { document, errorsOf, check };
});

/** Compiles schemas on demand. @returns the errors of a body; undefined if it matches the schema */
function validatorOf(ajv: Ajv2020) {
  const compiled = new Map<string, ValidateFunction>();
  return (ref: string, body: Json): string | undefined => {
    const validate = compiled.get(ref) ?? ajv.compile({ $ref: `document${ref}` });
    compiled.set(ref, validate);
    return validate(body) ? undefined : ajv.errorsText(validate.errors);
  };
}

/** The schemas without additional fields; the document itself allows them for future versions. */
const closed = (schema: Json): Json => {
  if (typeof schema !== 'object' || schema === null) return schema;
  if (Array.isArray(schema)) return schema.map(closed);
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
  return schema.type === 'object' && schema.properties ? { ...inner, additionalProperties: false } : inner;
};

/** Names of the error responses of unknown paths, by status. */
const GENERAL_ERRORS: Readonly<Record<number, string>> = {
  400: 'InvalidRequest',
  404: 'NotFound',
  405: 'MethodNotAllowed',
  408: 'Unreadable',
  413: 'TooLarge',
  431: 'Unreadable',
};

/** The documented response; unknown paths, unknown methods and unreadable HTTP use the general errors. */
function responseOf(document: Json, method: string, path: string, status: number): Json {
  const component = (name: string) => document.components.responses[name];
  const known = Object.keys(document.paths).find((name) =>
    new RegExp(`^${name.replace(/\{\w+\}/g, '[^/]+')}$`).test(path),
  );
  if (known === undefined) {
    const name = GENERAL_ERRORS[status];
    return name && component(name);
  }
  const operation = document.paths[known][method.toLowerCase()];
  if (!operation) return status === 405 ? component('MethodNotAllowed') : undefined;
  const response = operation.responses[status];
  return response?.$ref
    ? component(response.$ref.split('/').at(-1))
    : (response ?? ([408, 431].includes(status) && component('Unreadable')));
}

function assertHeader(what: string, name: string, header: Json, headers: Headers): void {
  const sent = headers.get(name);
  if (sent === null && header.required === false) return;
  assert.ok(sent, `${what} lacks ${name}`);
  const { schema = {} } = header;
  if (schema.const) assert.equal(sent, schema.const, `${what}: ${name}`);
  if (schema.type === 'integer') assert.match(sent, /^[1-9]\d*$/, `${what}: ${name}`);
}
