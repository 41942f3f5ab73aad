import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { signedIn } from './office.ts';
import { fetchFile, filesOf } from './page-files.ts';
import { openShop } from './support.ts';

const MAX_BYTES = 150 * 1_024;
const TYPES: Record<string, string> = {
  png: 'image/png',
  webmanifest: 'application/manifest+json',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml; charset=utf-8',
  woff2: 'font/woff2',
};

async function filesOfToday() {
  const shop = await openShop();
  const browser = await signedIn(shop);
  const { html } = await browser.open('/');
  return { shop, files: await filesOf(`${shop.url}/office`, html) };
}

test('a page loads only assets of this server, cached forever, at most 150 KB in total', async () => {
  const { shop, files } = await filesOfToday();
  for (const { address, status, headers, bytes } of files) {
    assert.ok(address.startsWith(`${shop.url}/office/assets/`), address);
    assert.equal(status, 200, address);
    assert.equal(headers['content-type'], TYPES[address.split('.').at(-1) ?? '']);
    assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable');
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.ok(bytes > 0, address);
  }
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  assert.ok(files.length >= 15, String(files.length));
  assert.ok(total <= MAX_BYTES, String(total));
});

test('assets are compressed for each encoding, also for simultaneous requests', async () => {
  const { files } = await filesOfToday();
  for (const { address, headers, body } of files) {
    const isFont = address.endsWith('.woff2');
    assert.equal(headers['content-encoding'], isFont ? undefined : 'br', address);
    const [plain, zipped, again] = await Promise.all(
      ['identity', 'gzip, deflate', 'gzip, deflate'].map((accepted) =>
        fetchFile(address, { 'Accept-Encoding': accepted }),
      ),
    );
    assert.deepEqual([plain?.headers['content-encoding'], plain?.headers.vary], [undefined, 'Accept-Encoding']);
    assert.ok(plain?.body.equals(body), address);
    assert.equal(zipped?.headers['content-encoding'], isFont ? undefined : 'gzip');
    assert.ok((isFont ? zipped?.body : gunzipSync(zipped?.body ?? ''))?.equals(body), address);
    assert.ok(again?.body.equals(zipped?.body ?? Buffer.alloc(0)), address);
  }
});

test('pages are compressed with an accepted encoding', async () => {
  const shop = await openShop();
  for (const [accepted, encoding, unpack] of [
    ['gzip, deflate, br', 'br', (bytes: Buffer) => bytes],
    ['gzip, deflate', 'gzip', gunzipSync],
    ['identity', undefined, (bytes: Buffer) => bytes],
  ] as const) {
    const { headers, body } = await fetchFile(`${shop.url}/office/sign-in`, { 'Accept-Encoding': accepted });
    assert.equal(headers['content-encoding'], encoding);
    assert.match(String(unpack(body)), /^<!DOCTYPE html>.*<\/html>\s*$/is);
  }
});

test('an unknown asset is not found', async () => {
  const { shop } = await filesOfToday();
  for (const name of ['none.css', 'constructor', '..%2Fassets.ts'])
    assert.equal((await fetchFile(`${shop.url}/office/assets/x/${name}`)).status, 404, name);
});
