import assert from 'node:assert/strict';
import { createHook } from 'node:async_hooks';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { DOCS_FILES } from '../src/lib/assets.ts';
import { openFolder } from './cli.ts';
import { filesOf, sent } from './page-files.ts';
import { openShop } from './support.ts';

const ROOT = path.join(import.meta.dirname, '..');
const contentOf = (name: string) => readFileSync(path.join(ROOT, name), 'utf8');

test('the documentation loads its own files alone, and lets nothing else be loaded', async () => {
  const shop = await openShop();
  const page = await sent(`${shop.url}/docs`);
  assert.equal(page.headers['content-type'], 'text/html; charset=utf-8');
  assert.match(
    String(page.headers['content-security-policy']),
    /^default-src 'none'; script-src 'self'; style-src 'self';/,
  );
  assert.doesNotMatch(String(page.headers['content-security-policy']), /unsafe|https?:/);
  const html = String(page.body);
  assert.doesNotMatch(html, /<script(?![^>]*\ssrc=)|\son\w+=|\sstyle=/);
  const files = await filesOf(`${shop.url}/docs`, html.replace('<link rel="icon" href="data:,"/>', ''));
  assert.equal(files.length, 4);
  for (const { address, status } of files) {
    assert.equal(status, 200, address);
    assert.ok(address.startsWith(`${shop.url}/docs/`), address);
  }
});

test('the documentation shows how a signature is checked, and gives each sample as a file', async () => {
  const shop = await openShop();
  const html = String((await sent(`${shop.url}/docs`)).body);
  for (const name of DOCS_FILES.filter((file) => file.includes('samples'))) {
    const { headers, body } = await sent(`${shop.url}/docs/${path.basename(name)}`);
    assert.equal(headers['content-type'], 'text/plain; charset=utf-8');
    assert.equal(String(body), contentOf(name));
    assert.ok(html.includes(`docs/${path.basename(name)}`));
    assert.ok(html.includes('signed'));
  }
});

test('whoever has the page gets it again only where it has changed, packed or not as he can read', async () => {
  const shop = await openShop();
  const { headers, bytes, body } = await sent(`${shop.url}/docs/docs.js`);
  assert.equal(headers['content-encoding'], 'br');
  assert.ok(bytes < body.length);
  const plain = await sent(`${shop.url}/docs/docs.js`, { 'Accept-Encoding': 'identity' });
  assert.equal(plain.headers['content-encoding'], undefined);
  assert.deepEqual(plain.body, body);
  const again = await sent(`${shop.url}/docs/docs.js`, { 'If-None-Match': String(headers.etag) });
  assert.deepEqual([again.status, again.bytes], [304, 0]);
});

test('who does not take packed bytes has them unpacked once for all, however many ask', async (t) => {
  const shop = await openShop();
  let packings = 0;
  const counter = createHook({
    init: (_, type) => {
      if (type === 'ZLIB') packings += 1;
    },
  }).enable();
  t.after(() => counter.disable());
  const ask = () => sent(`${shop.url}/docs/swagger-ui.css`, { 'Accept-Encoding': 'identity' });
  const bytes = await Promise.all(Array.from({ length: 20 }, ask));
  assert.equal(packings, 2, 'to pack it, as the executable has it, and to unpack it');
  for (const { body } of bytes) assert.equal(String(body), contentOf('node_modules/swagger-ui-dist/swagger-ui.css'));
});

test('what is not there is refused like everything else', async () => {
  const shop = await openShop();
  const answer = await shop.send('/docs/none.js', {});
  assert.deepEqual([answer.status, answer.body.error], [404, 'not_found']);
  const posted = await shop.send('/docs', { method: 'POST' });
  assert.deepEqual([posted.status, posted.headers.get('Allow')], [405, 'GET']);
});

test('the executable has the documentation in it, packed', async () => {
  const server = await openFolder({ config: '[listen]\nport = 0\n' }).start('serve', '--json');
  const { address } = server.json;
  for (const name of DOCS_FILES) {
    const { status, body, headers } = await sent(`${address}/docs/${path.basename(name)}`);
    assert.deepEqual([status, headers['content-encoding']], [200, 'br'], name);
    assert.equal(String(body), contentOf(name));
  }
  const document = JSON.parse(String((await sent(`${address}/openapi.json`)).body));
  assert.deepEqual(document.servers, [{ url: address }]);
  assert.match(String((await sent(`${address}/docs`)).body), /First order/);
  await server.end();
});
