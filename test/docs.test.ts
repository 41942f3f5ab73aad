import assert from 'node:assert/strict';
import { createHook } from 'node:async_hooks';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { packClient } from '../build/sdk/package.ts';
import { GUIDE_PROGRAMS, guideProgram } from '../src/docs-pages/guide-programs.ts';
import { renderDocs } from '../src/docs-pages/render-docs.ts';
import { CLIENT_FILES, CLIENT_PACKAGE, DOCS_FILES, DOCS_PICTURES, docsPictureNames } from '../src/lib/assets.ts';
import { openFolder } from './cli.ts';
import { ROOT } from './documents.ts';
import { fetchFile, filesOf } from './page-files.ts';
import { openShop, temporaryFolder } from './support.ts';

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const contentOf = (name: string) => readFileSync(path.join(ROOT, name), 'utf8');

test('the API reference loads only its own files, and its CSP forbids all others', async () => {
  const shop = await openShop();
  const page = await fetchFile(`${shop.url}/docs`);
  assert.equal(page.headers['content-type'], 'text/html; charset=utf-8');
  assert.match(
    String(page.headers['content-security-policy']),
    /^default-src 'none'; object-src 'none'; script-src 'self'; style-src 'self';/,
  );
  assert.doesNotMatch(String(page.headers['content-security-policy']), /unsafe|https?:/);
  const html = String(page.body);
  assert.doesNotMatch(html, /<script(?![^>]*\ssrc=)|\son\w+=|\sstyle=/);
  const files = await filesOf(`${shop.url}/docs`, html.replace('<link rel="icon" href="data:,"/>', ''));
  assert.equal(files.length, 7);
  for (const { address, status } of files) {
    assert.equal(status, 200, address);
    assert.ok(address.startsWith(`${shop.url}/docs/`), address);
  }
});

test('the first order of the reference links to the guide and the client libraries', async () => {
  const shop = await openShop();
  const html = String((await fetchFile(`${shop.url}/docs`)).body);
  const [firstOrder = ''] = /<section id="first-order">.*?<\/section>/s.exec(html) ?? [];
  const links = [...firstOrder.matchAll(/href="([^"]+)"/g)].map(([, href]) => href);
  assert.deepEqual(links, ['docs/integrate', 'docs/clients']);
});

test('the documentation shows how to check a signature and has each sample as a file', async () => {
  const shop = await openShop();
  const html = String((await fetchFile(`${shop.url}/docs`)).body);
  for (const name of DOCS_FILES.filter((file) => file.includes('samples'))) {
    const { headers, body } = await fetchFile(`${shop.url}/docs/${path.basename(name)}`);
    assert.equal(headers['content-type'], 'text/plain; charset=utf-8');
    assert.equal(String(body), contentOf(name));
    assert.ok(html.includes(`docs/${path.basename(name)}`));
    assert.ok(html.includes('signed'));
  }
});

test('a cached page is revalidated with 304, compressed or not', async () => {
  const shop = await openShop();
  const { headers, bytes, body } = await fetchFile(`${shop.url}/docs/docs.js`);
  assert.equal(headers['content-encoding'], 'br');
  assert.ok(bytes < body.length);
  const plain = await fetchFile(`${shop.url}/docs/docs.js`, { 'Accept-Encoding': 'identity' });
  assert.equal(plain.headers['content-encoding'], undefined);
  assert.deepEqual(plain.body, body);
  const again = await fetchFile(`${shop.url}/docs/docs.js`, { 'If-None-Match': String(headers.etag) });
  assert.deepEqual([again.status, again.bytes], [304, 0]);
});

test('without Accept-Encoding a page is decompressed once and cached for all clients', async (t) => {
  const shop = await openShop();
  let zlibStreams = 0;
  const counter = createHook({
    init: (_, type) => {
      if (type === 'ZLIB') zlibStreams += 1;
    },
  }).enable();
  t.after(() => counter.disable());
  const ask = () => fetchFile(`${shop.url}/docs/swagger-ui.css`, { 'Accept-Encoding': 'identity' });
  const bytes = await Promise.all(Array.from({ length: 20 }, ask));
  assert.equal(zlibStreams, 2, 'compressing and decompressing it');
  for (const { body } of bytes) assert.equal(String(body), contentOf('node_modules/swagger-ui-dist/swagger-ui.css'));
});

const pages = renderDocs();

test('every documentation page is served without scripts, below any path', async () => {
  const shop = await openShop();
  for (const { name, title } of pages) {
    const { status, headers, body } = await fetchFile(`${shop.url}/docs/${name}`);
    const html = String(body);
    assert.deepEqual([status, headers['content-type']], [200, 'text/html; charset=utf-8'], name);
    assert.match(String(headers['content-security-policy']), /^default-src 'none';.* form-action 'self';/);
    assert.ok(html.includes(`<h1>${escaped(title)}</h1>`), name);
    assert.doesNotMatch(html, /<script|\son\w+=|\sstyle=| (href|src|action)="\//, name);
    for (const other of pages) assert.ok(html.includes(`href="${other.name}"`), `${name} links to ${other.name}`);
    assert.ok(html.includes('href="../docs"'));
  }
});

test('every link and picture of a served page resolves, including its anchor', async () => {
  const shop = await openShop();
  const texts = new Map<string, string>();
  const textAt = async (address: string): Promise<string> => {
    const known = texts.get(address);
    if (known !== undefined) return known;
    const response = await fetch(address, { redirect: 'manual' });
    assert.ok(response.status < 400, `${address}: ${response.status}`);
    const text = await response.text();
    texts.set(address, text);
    return text;
  };
  const broken: string[] = [];
  for (const from of ['/docs', ...pages.map(({ name }) => `/docs/${name}`)]) {
    const html = await textAt(shop.url + from);
    for (const [, link = ''] of html.matchAll(/ (?:href|src)="([^"]+)"/g)) {
      const { origin, pathname, hash } = new URL(link, shop.url + from);
      if (origin !== shop.url) continue;
      const target = await textAt(origin + pathname);
      if (hash !== '' && !target.includes(` id="${decodeURIComponent(hash.slice(1))}"`))
        broken.push(`${from}: ${link}`);
    }
  }
  assert.deepEqual(broken, []);
});

test('the API reference links to every page and to the search', async () => {
  const shop = await openShop();
  const html = String((await fetchFile(`${shop.url}/docs`)).body);
  for (const { name } of pages) assert.ok(html.includes(`href="docs/${name}"`), name);
  assert.ok(html.includes('action="docs/search"'));
});

test('search results link to the heading, and the query is escaped', async () => {
  const shop = await openShop();
  const search = async (query: string) => String((await fetchFile(`${shop.url}/docs/search?q=${query}`)).body);
  const page = pages.find(({ name }) => name === 'operate');
  const heading = page?.blocks.find((block) => block.type === 'heading');
  assert.ok(page && heading);
  const html = await search(heading.text.replaceAll('`', ''));
  assert.ok(html.includes(`href="${page.name}#${heading.anchor}"`), html);
  assert.match(
    await search('<script>alert(1)</script>'),
    /Nothing found for “&lt;script&gt;alert\(1\)&lt;\/script&gt;”/,
  );
  assert.match(await search(''), /Enter one or more search terms/);
  assert.match(String((await fetchFile(`${shop.url}/docs/search`)).body), /Enter one or more search terms/);
});

test('pictures of the documentation are served, and no other files', async () => {
  const shop = await openShop();
  for (const name of docsPictureNames()) {
    const { status, headers, body } = await fetchFile(`${shop.url}/docs/pictures/${name}`);
    assert.deepEqual([status, headers['content-type']], [200, 'image/webp'], name);
    assert.deepEqual(body, readFileSync(path.join(ROOT, DOCS_PICTURES, name)));
  }
  for (const name of ['none.webp', '..%2Findex.md', '.']) {
    const answer = await shop.send(`/docs/pictures/${name}`, {});
    assert.equal(answer.status, 404, name);
  }
});

const DOWNLOADS = [
  ...CLIENT_FILES.map((file) => `clients/${path.basename(file)}`),
  `clients/${CLIENT_PACKAGE}`,
  ...GUIDE_PROGRAMS.map((name) => `integrate/${name}`),
];

/** Each client and each program of the guide is served as it is in the sources, to be saved under its name. */
async function checkDownloads(url: string): Promise<void> {
  const packed = readFileSync(await packClient(path.join(temporaryFolder(), CLIENT_PACKAGE)));
  const expected = [
    ...CLIENT_FILES.map((file) => readFileSync(path.join(ROOT, file))),
    packed,
    ...GUIDE_PROGRAMS.map((name) => Buffer.from(guideProgram(pages, name) ?? '')),
  ];
  for (const [i, download] of DOWNLOADS.entries()) {
    const { status, headers, body } = await fetchFile(`${url}/docs/${download}`);
    assert.equal(status, 200, download);
    assert.equal(headers['content-disposition'], `attachment; filename="${path.basename(download)}"`);
    assert.equal(headers['content-type'], download.endsWith('.tgz') ? 'application/gzip' : 'text/plain; charset=utf-8');
    assert.ok(
      body.length > 1_000 && body.equals(expected[i] as Buffer),
      `${download} differs from its source; run "npm run build"`,
    );
  }
}

test('clients and programs of the guide are served as files, and no others', async () => {
  const shop = await openShop();
  await checkDownloads(shop.url);
  for (const name of ['clients/LICENSE', 'clients/partner.py', 'integrate/raan.py', 'integrate/constructor'])
    assert.equal((await shop.send(`/docs/${name}`, {})).status, 404, name);
});

test('the pages for partners link to each client and program, and the search leaves their texts out', async () => {
  const shop = await openShop();
  const textOf = async (address: string) => String((await fetchFile(`${shop.url}/docs/${address}`)).body);
  const linked = async (name: string) =>
    [...(await textOf(name)).matchAll(/ href="\.\.\/docs\/([^"]+)"/g)].map(([, target]) => target);
  assert.deepEqual([...new Set(await linked('index'))].sort(), DOWNLOADS.toSorted());
  assert.deepEqual([...new Set(await linked('integrate'))].sort(), DOWNLOADS.toSorted());
  assert.deepEqual((await linked('clients')).sort(), DOWNLOADS.filter((name) => name.startsWith('clients/')).sort());
  assert.ok((await textOf('clients/raan.py')).includes('_is_expired_cursor'));
  assert.match(await textOf('search?q=_is_expired_cursor'), /Nothing found/);
});

test('/docs/ redirects to /docs', async () => {
  const shop = await openShop();
  const { status, headers } = await fetch(`${shop.url}/docs/`, { redirect: 'manual' });
  assert.deepEqual([status, headers.get('Location')], [301, '/docs']);
});

test('unknown paths get 404, and other methods than GET get 405', async () => {
  const shop = await openShop();
  const answer = await shop.send('/docs/none.js', {});
  assert.deepEqual([answer.status, answer.body.error], [404, 'not_found']);
  const posted = await shop.send('/docs', { method: 'POST' });
  assert.deepEqual([posted.status, posted.headers.get('Allow')], [405, 'GET']);
});

test('the executable contains the documentation, compressed', async () => {
  const server = await openFolder({ config: '[listen]\nport = 0\n' }).start('serve', '--json');
  const { address } = server.json;
  for (const name of DOCS_FILES) {
    const { status, body, headers } = await fetchFile(`${address}/docs/${path.basename(name)}`);
    assert.deepEqual([status, headers['content-encoding']], [200, 'br'], name);
    assert.equal(String(body), contentOf(name));
  }
  await checkDownloads(address);
  const document = JSON.parse(String((await fetchFile(`${address}/openapi.json`)).body));
  assert.deepEqual(document.servers, [{ url: address }]);
  assert.match(String((await fetchFile(`${address}/docs`)).body), /First order/);
  for (const { name, html } of pages) {
    const { body } = await fetchFile(`${address}/docs/${name}`);
    assert.ok(String(body).includes(html), name);
  }
  for (const name of docsPictureNames())
    assert.equal((await fetchFile(`${address}/docs/pictures/${name}`)).headers['content-type'], 'image/webp');
  await server.end();
});
