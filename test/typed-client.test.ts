import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { typesOf } from '../build/sdk/schema.ts';
import { openApiDocument } from '../src/api/openapi/document.ts';
import { credentials } from './raw-http.ts';
import { openShop, temporaryFolder } from './support.ts';

const MODULES = path.join(import.meta.dirname, '..', 'node_modules');

/** A partner's program with types generated from the document. */
const CLIENT = `import createClient from 'openapi-fetch';
import type { components, paths } from './raan.ts';

const [baseUrl = '', client_id = '', client_secret = '', variant = ''] = process.argv.slice(2);
const client = createClient<paths>({ baseUrl });
const { data: token } = await client.POST('/oauth/token', {
  body: { grant_type: 'client_credentials', client_id, client_secret },
  headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
});
if (!token) throw new Error('there is no token');
const headers = { Authorization: \`Bearer \${token.access_token}\` };

const wanted: components['schemas']['NewOrder'] = {
  external_order_id: 'typed-1',
  shipping_type: 'ems',
  products: [{ product_variant_id: variant, qty: 2 }],
  recipient_address: { name: 'สมชาย ใจดี', postal_code: 50200 },
};
const { data, error } = await client.POST('/v1/order/create', { body: wanted, headers });
if (error) throw new Error(error.error_description);

const refused = await client.POST('/v1/order/detail', { body: { order_id: '999' }, headers });
const code: 'not_found' | 'invalid_request' | string = refused.error?.error ?? '';

// @ts-expect-error a line needs a quantity
const line: components['schemas']['NewOrderLine'] = { product_variant_id: '1' };
// @ts-expect-error an id is a string
const other: components['schemas']['NewOrder'] = { ...wanted, recipient_address_id: 1, products: [line] };

console.log(JSON.stringify({ id: data.order.id, total: data.order.total, code, unused: other === undefined }));
`;

const SETTINGS = {
  compilerOptions: {
    target: 'ES2024',
    module: 'NodeNext',
    types: ['node'],
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    noUnusedLocals: true,
    allowImportingTsExtensions: true,
    skipLibCheck: true, // the libraries of Node and TypeScript take most of the time
    noEmit: true,
  },
  files: ['client.ts'],
};

test('a client with types generated from the document compiles strictly and places an order', async () => {
  const shop = await openShop();
  const folder = temporaryFolder();
  symlinkSync(MODULES, path.join(folder, 'node_modules'));
  writeFileSync(path.join(folder, 'raan.ts'), await typesOf(openApiDocument(shop.config.values, shop.url)));
  writeFileSync(path.join(folder, 'client.ts'), CLIENT);
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(SETTINGS));
  const compiler = path.join(MODULES, 'typescript', 'bin', 'tsc');
  const { stdout: problems, status } = spawnSync(process.execPath, [compiler, '-p', folder], { encoding: 'utf8' });
  assert.equal(problems, '');
  assert.equal(status, 0);
  const { client_id, client_secret } = credentials(shop);
  const args = [path.join(folder, 'client.ts'), shop.url, client_id, client_secret, shop.ids.variants.hot ?? ''];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  const { body } = await shop.call('/v1/order/detail', { external_order_id: 'typed-1' });
  assert.deepEqual(JSON.parse(stdout), { id: body.order.id, total: '130', code: 'not_found', unused: false });
});
