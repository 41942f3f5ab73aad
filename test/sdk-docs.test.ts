import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { openApiDocument } from '../src/api/openapi/document.ts';
import { RaanClient } from '../src/sdk/typescript/index.ts';
import { blocksOf, ROOT } from './documents.ts';
import { problemsOf } from './sdk/compile.ts';

// The page src/docs/clients.md, and the calls that it lists.

const PAGE = path.join('src', 'docs', 'clients.md');

test('the TypeScript programs of the page compile strictly, one after the other', async () => {
  const program = blocksOf(PAGE, 'ts').join('\n');
  assert.equal(await problemsOf([program], { compiler: 'typescript', bundled: false }), '');
});

/** The methods of operations that have another name, or none, in the clients. */
const OTHER_NAMES: Record<string, string | undefined> = {
  getToken: undefined,
  getPicture: undefined,
  listStoreAddresses: 'listAddresses',
  readAvailableStock: 'availableStock',
};

test('a client has a method for every call of the document, and the page lists it', () => {
  const { paths } = openApiDocument({ shipping_types: [], channels: [] }, 'https://shop.example');
  const operations = Object.values(paths).map((path) => ('get' in path ? path.get : path.post).operationId);
  const methods = operations
    .map((id) => (id in OTHER_NAMES ? OTHER_NAMES[id] : id))
    .filter((name) => name !== undefined);
  assert.ok(methods.length > 9);
  const page = readFileSync(path.join(ROOT, PAGE), 'utf8');
  for (const name of methods) {
    assert.equal(typeof RaanClient.prototype[name as keyof RaanClient], 'function', name);
    assert.ok(page.includes(`\`${name}\``), name);
  }
});
