import { type ConversionConfig, type JsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import type { AddedCodes } from '../../domain/orders/order-codes.ts';
import { errorResponseComponents, REQUEST_ID } from './error-responses.ts';
import { webhooks } from './events.ts';
import { paths } from './operations.ts';
import { requestSchema } from './request-schema.ts';
import { namedSchemas } from './schemas.ts';

const DESCRIPTION = `Read a store’s catalogue, create orders and follow them. You authenticate as a *channel* of the
store, with its client id and secret.

- **Ids** are strings of digits. Store them as text and send them back unchanged; a number is rejected.
- **Times** (\`…_time\`) are Unix milliseconds; seconds are rejected.
- **Money** is in baht: a decimal string in responses, a string or a number in requests, with at most 4 decimals.
- An absent field and \`null\` mean the same. Unknown fields in requests are rejected. Ignore unknown fields in
  responses: new ones may be added at any time.
- Every response has the header \`X-Request-Id\`. Include it when you report a problem.
- Every error has the form of \`Error\`, including HTTP errors and unknown paths. Handle errors by \`error\`.`;

const TAGS = [
  { name: 'Token', description: 'Authentication.' },
  { name: 'Orders', description: 'Create and track orders.' },
  { name: 'Catalogue', description: 'Products and their images.' },
  { name: 'Stock', description: 'Available quantities and their changes.' },
  { name: 'Store', description: 'Addresses of the store.' },
  { name: 'Webhooks', description: 'Events that the service sends to your app.' },
];

/**
 * The OpenAPI 3.1 document of the partner API.
 *
 * @param added the codes that the config adds to the built-in ones
 * @param base the public URL of the service, e.g. `https://shop.example`
 */
export const openApiDocument = (added: AddedCodes, base: string) => ({
  openapi: '3.1.0',
  info: {
    title: 'raan',
    version: '1.0.0',
    summary: 'Orders and catalogue of a store',
    description: DESCRIPTION,
    license: { name: 'All rights reserved', identifier: 'LicenseRef-All-rights-reserved' }, // UNLICENSED in package.json
  },
  servers: [{ url: base }],
  tags: TAGS,
  security: [{ client: [] }, { bearer: [] }],
  paths: paths(),
  webhooks: webhooks(),
  components: {
    schemas: componentSchemas(namedSchemas(added)),
    responses: errorResponseComponents(),
    headers: { 'X-Request-Id': REQUEST_ID },
    parameters: {
      RequestId: {
        name: 'X-Request-Id',
        in: 'header',
        description: 'Your request id: 1 to 256 visible ASCII characters. The response repeats it.',
        schema: { type: 'string', pattern: '^[!-~]{1,256}$' },
      },
    },
    securitySchemes: {
      client: {
        type: 'oauth2',
        description: 'The client id and secret of your channel, sent in the form.',
        flows: { clientCredentials: { tokenUrl: `${base}/oauth/token`, scopes: {} } },
      },
      bearer: { type: 'http', scheme: 'bearer', description: 'An existing token.' },
    },
  },
});

type Schemas = Record<string, v.GenericSchema>;

const config: ConversionConfig = {
  target: 'draft-2020-12',
  // The JSON Schema of a field is in its metadata; rules over several fields are in the descriptions.
  ignoreActions: ['raw_transform', 'raw_check', 'transform', 'check'],
  overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
};

/** Converts the schemas to JSON Schemas that refer to each other by name. */
function componentSchemas(named: Schemas): Record<string, JsonSchema> {
  const { TokenRequest, ...schemas } = toJsonSchemaDefs(named as Parameters<typeof toJsonSchemaDefs>[0], config);
  const documented = Object.entries(schemas).map(([name, schema]) => [name, requestSchema(schema)]);
  return { TokenRequest, ...Object.fromEntries(documented) }; // a form field cannot be null
}
