import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { packClient } from '../../build/sdk/package.ts';
import { generateSchema, SCHEMA_FILE } from '../../build/sdk/schema.ts';
import { tarball } from '../../build/sdk/tar.ts';
import manifest from '../../package.json' with { type: 'json' };
import { CLIENT_FILES } from '../../src/lib/assets.ts';
import { ROOT } from '../documents.ts';
import { problemsOf } from '../sdk/compile.ts';
import { packed } from '../sdk/installed-package.ts';
import { temporaryFolder } from '../support.ts';
import { runTool, toolTest } from '../tools.ts';

// The npm package of the TypeScript client.

test('the types of the client are those of the OpenAPI document', async () => {
  assert.equal(readFileSync(SCHEMA_FILE, 'utf8'), await generateSchema(), 'run "npm run docs" and commit the result');
});

test('the package depends on openapi-fetch only, has the version of raan and the MIT license', async () => {
  const { 'package.json': description = '', 'index.js': code = '' } = await packed();
  const { version, license, dependencies } = JSON.parse(description);
  assert.deepEqual(Object.keys(dependencies), ['openapi-fetch']);
  assert.deepEqual([version, license], [manifest.version, 'MIT']);
  assert.deepEqual(
    [...code.matchAll(/\bfrom "(.+)"|\bimport\("(.+)"\)/g)].map(([, name]) => name),
    ['openapi-fetch'],
  );
});

toolTest(['tar'], 'the same sources give the same package, with files that tar can read', async () => {
  const folder = temporaryFolder();
  const file = await packClient(path.join(folder, 'raan-sdk.tgz'));
  const files = Object.fromEntries(Object.entries(await packed()).map(([name, text]) => [`package/${name}`, text]));
  assert.deepEqual(readFileSync(file), tarball(files));
  assert.deepEqual(runTool('tar', 'tzf', file).trim().split('\n').sort(), Object.keys(files).sort());
  runTool('tar', 'xzf', file, '-C', folder);
  for (const [name, text] of Object.entries(files)) assert.equal(readFileSync(path.join(folder, name), 'utf8'), text);
});

test('the package has code, types, a README and the license', async () => {
  const names = Object.keys(await packed());
  const types = readdirSync(path.join(ROOT, 'src', 'sdk', 'typescript'))
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `${path.basename(name, name.endsWith('.d.ts') ? '.d.ts' : '.ts')}.d.ts`);
  assert.deepEqual(names.sort(), ['LICENSE', 'README.md', 'index.js', 'package.json', ...types].sort());
});

test('each client names its license and contains the text', async () => {
  const words = (text: string) => text.replaceAll(/^(#|\/\/) ?/gm, '').replaceAll(/\s+/g, ' ');
  const license = readFileSync(path.join(ROOT, 'src', 'sdk', 'LICENSE'), 'utf8');
  assert.match(license, /^MIT License\n\nCopyright/);
  for (const file of CLIENT_FILES) {
    const text = readFileSync(path.join(ROOT, file), 'utf8');
    assert.match(text.slice(0, 200), /SPDX-License-Identifier: MIT\n/, file);
    assert.ok(words(text).endsWith(words(license)), file);
  }
  const { LICENSE, 'index.js': code = '' } = await packed();
  assert.equal(LICENSE, license);
  assert.match(code, /^\/\/ SPDX-License-Identifier: MIT\n/);
});

const PROGRAM = `import { type ErrorCode, type NewOrder, RaanClient, RaanError, type StockStorage, verifyWebhook } from 'raan-sdk';

const raan = new RaanClient({ baseUrl: 'https://shop.example', clientId: 'a', clientSecret: 'b' });
const order: NewOrder = {
  external_order_id: 'A-1',
  shipping_type: 'courier_of_the_operator',
  products: [{ sku: 'LAT-H', qty: 2, price: '65.5' }],
  recipient_address: { name: 'สมชาย ใจดี', postal_code: 50200 },
};
const { order: created, replay } = await raan.createOrder(order, { signal: AbortSignal.timeout(1_000) });
export const total: string = created.total;
export const isSame: boolean = replay === 'same';
for await (const { orders, cursor } of raan.orders({ since_time: Date.now(), status: 'open' }))
  console.log(cursor.length, orders[0]?.payment_status === 'paid');
for await (const { id } of raan.products()) (await raan.readProduct({ product_id: id })).product.variants[0]?.sku;

// @ts-expect-error a line needs a quantity
order.products.push({ sku: 'LAT-I' });
// @ts-expect-error an id is a string
raan.readOrder({ order_id: 1 });
// @ts-expect-error an unknown field
raan.listProducts({ page: 1 });

const code: ErrorCode = 'not_found';
const error = new RaanError(code, 'no');
// @ts-expect-error an unknown code
export const isWrong = error.code === 'unknown';

const event = await verifyWebhook({ body: new Uint8Array(), headers: new Headers(), secret: 's' });
if (event.event_type === 'order_updated') event.data.items[0]?.tracking_numbers.length;
else if (event.event_type === 'product_updated') event.data.items[0]?.deleted;
else event.data.items[0]?.warehouse_id;

export const storage: StockStorage = {
  readCursor: async () => undefined,
  update: async ({ rows, cursor }) => console.log(rows[0]?.available_qty, cursor),
  replace: async () => {},
};
`;

for (const { compiler, bundled } of [
  { compiler: 'typescript', bundled: false },
  { compiler: 'typescript', bundled: true },
  { compiler: 'typescript-5', bundled: true },
] as const)
  test(`${compiler} compiles a strict ${bundled ? 'bundled program' : 'program for Node'} with the package`, async () => {
    assert.equal(await problemsOf([PROGRAM], { compiler, bundled }), '');
  });
