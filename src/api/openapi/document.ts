import type { AddedCodes } from '../../domain/orders/codes.ts';
import { webhooks } from './events.ts';
import { componentSchemas } from './json-schema.ts';
import { paths } from './operations.ts';
import { REQUEST_ID, refusalComponents } from './refusals.ts';
import { namedSchemas } from './schemas.ts';

const WORDS = `Read a store’s catalogue, place orders and follow them. A *channel* of the store is who you are: it has a client id
and a secret, and leads to its one store.

- **Ids** are strings of digits. Keep them as text and send them back as they came; a number is refused.
- **Times** (\`…_time\`) are unix milliseconds; seconds are refused.
- **Money** is in baht: a decimal string in answers, a string or a number in requests, with at most 4 decimals.
- A field that is absent and one that is \`null\` mean the same. In requests, unknown fields are refused; in answers,
  ignore those you do not know: new ones may come at any time.
- Every answer has the header \`X-Request-Id\`; name it when you ask for help.
- Every error has the form of \`Error\`, one of the HTTP itself and one at an unknown path too. Branch on \`error\`.`;

const TAGS = [
  { name: 'Token', description: 'Who you are.' },
  { name: 'Orders', description: 'Place them and follow them.' },
  { name: 'Catalogue', description: 'What can be ordered.' },
  { name: 'Store', description: 'The store itself.' },
  { name: 'Webhooks', description: 'What the service tells you by itself.' },
];

/**
 * The OpenAPI 3.1 document of the partner API.
 *
 * @param added the codes that the config adds to the built-in ones
 * @param base where the service is reached, e.g. `https://shop.example`
 */
export const openApiDocument = (added: AddedCodes, base: string) => ({
  openapi: '3.1.0',
  info: {
    title: 'raan',
    version: '1.0.0',
    summary: 'Orders and catalogue of a store',
    description: WORDS,
    license: { name: 'All rights reserved', identifier: 'LicenseRef-All-rights-reserved' }, // what package.json calls UNLICENSED
  },
  servers: [{ url: base }],
  tags: TAGS,
  security: [{ client: [] }, { bearer: [] }],
  paths: paths(),
  webhooks: webhooks(),
  components: {
    schemas: componentSchemas(namedSchemas(added)),
    responses: refusalComponents(),
    headers: { 'X-Request-Id': REQUEST_ID },
    parameters: {
      RequestId: {
        name: 'X-Request-Id',
        in: 'header',
        description: 'Your own name for the call, of visible ASCII characters; it comes back with the answer.',
        schema: { type: 'string', pattern: '^[!-~]{1,256}$' },
      },
    },
    securitySchemes: {
      client: {
        type: 'oauth2',
        description: 'The client id and secret of your channel, sent in the form.',
        flows: { clientCredentials: { tokenUrl: `${base}/oauth/token`, scopes: {} } },
      },
      bearer: { type: 'http', scheme: 'bearer', description: 'A token that you have already.' },
    },
  },
});
