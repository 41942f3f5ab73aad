import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { connect as connectTls } from 'node:tls';
import { makeCertificate } from './certificates.ts';
import { signedIn } from './office.ts';
import { openShop, type Shop } from './support.ts';
import { toolTest } from './tools.ts';

// Every kind of response, as bytes from the socket, because redirects and parser errors count too.

const get = (target: string, ...more: string[]) =>
  [`GET ${target} HTTP/1.1`, 'Host: shop', 'Connection: close', ...more, '', ''].join('\r\n');
const post = (target: string, ...more: string[]) => get(target, 'Content-Length: 0', ...more).replace('GET', 'POST');

const PATHS = [
  '/healthz',
  '/readyz',
  '/docs',
  '/docs/',
  '/docs/security',
  '/docs/search?q=key',
  '/docs/docs.css',
  '/docs/nothing',
  '/openapi.json',
  '/pictures/x/full.jpg',
  '/o/page.css',
  '/o/page.js',
  '/o/thai-400.woff2',
  '/o/nothing',
  '/nothing',
  '/metrics',
  '/office',
  '/office/',
  '/office/sign-in',
  '/office/orders',
  '/office/nothing',
  '/office/assets/x/office.css',
  '/office/assets/x/icon.svg',
  '/office/assets/x/nothing',
];

const CALLS = [
  ...PATHS.map((target) => get(target)),
  post('/oauth/token'),
  post('/v1/order/create'),
  post('/v1/product/list', 'Authorization: Bearer x'),
  post('/couriers/1/ems'),
  post('/office/orders/new', 'Origin: http://evil.example'),
  post('/office/sign-in', 'Origin: http://shop', 'Content-Type: application/x-www-form-urlencoded'),
  get('/healthz').replace('GET', 'DELETE'),
  get('/healthz').replace('GET', 'TRACE'),
  get('/healthz').replace('Host: shop', 'Host: a\r\nHost: b'),
  get('/healthz').replace('Host: shop', 'Host: a b'),
  get(`/${'x'.repeat(20_000)}`),
  'CONNECT shop:443 HTTP/1.1\r\nHost: shop\r\n\r\n',
  'not http\r\n\r\n',
];

/** The status line and the headers of a response. */
async function answer(shop: Shop, call: string): Promise<string> {
  const { protocol, hostname, port } = new URL(shop.url);
  const to = { host: hostname, port: Number(port) };
  const socket = protocol === 'https:' ? connectTls({ ...to, rejectUnauthorized: false }) : connect(to);
  await once(socket, protocol === 'https:' ? 'secureConnect' : 'connect');
  socket.write(call);
  const [head = ''] = (await text(socket)).split('\r\n\r\n');
  return head;
}

/** The calls whose responses lack the header, with the responses. */
async function lacking(shop: Shop, header: RegExp): Promise<string[]> {
  const found: string[] = [];
  for (const call of CALLS) {
    const head = await answer(shop, call);
    assert.match(head, /^HTTP\/1\.1 \d{3} /, call);
    if (!header.test(head)) found.push(`${call.slice(0, 60).split('\r')[0]}: ${head}`);
  }
  return found;
}

const openWithMetrics = (listen = {}) => openShop({ config: { listen, metrics: { token: 'x'.repeat(16) } } });

test('every response forbids content sniffing, framing by other sites, plugins and another base URL', async () => {
  const shop = await openWithMetrics();
  assert.deepEqual(await lacking(shop, /^x-content-type-options: nosniff$/im), []);
  const policy = /^content-security-policy: default-src 'none';(?=.*base-uri 'none').*frame-ancestors '(none|self)'/im;
  assert.deepEqual(await lacking(shop, policy), []);
});

test('every text has a charset', async () => {
  const shop = await openWithMetrics();
  assert.deepEqual(await lacking(shop, /^(?![\s\S]*^content-type: (text\/|[^;]*xml)(?!.*charset=utf-8))/im), []);
});

toolTest(['openssl'], 'with HTTPS, every response tells browsers to use only HTTPS for a year', async () => {
  const { cert, key } = makeCertificate('shop');
  const shop = await openWithMetrics({ tls_cert: path.resolve(cert), tls_key: path.resolve(key) });
  assert.deepEqual(await lacking(shop, /^strict-transport-security: max-age=31536000; includeSubDomains$/im), []);
  const plain = await openShop();
  assert.doesNotMatch(await answer(plain, get('/healthz')), /strict-transport/i);
});

test('TRACE does not echo its request', async () => {
  const shop = await openShop();
  for (const target of ['/office/sign-in', '/healthz', '/v1/product/list', '/nothing']) {
    const head = await answer(shop, get(target, 'X-Secret: mine').replace('GET', 'TRACE'));
    assert.doesNotMatch(head, /^HTTP\/1\.1 200|mine|message\/http/i, target);
  }
});

test('a sign-out makes the browser clear what it stored', async () => {
  const shop = await openShop();
  const owner = await signedIn(shop);
  const csrf = /name="csrf" value="([^"]+)"/.exec(owner.page.html)?.[1] ?? '';
  const cookie = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const response = await fetch(`${shop.url}/office/sign-out`, {
    method: 'POST',
    redirect: 'manual',
    headers: { Cookie: cookie, Origin: shop.url },
    body: new URLSearchParams({ csrf }),
  });
  assert.equal(response.status, 303);
  assert.equal(response.headers.get('clear-site-data'), '"cache", "storage"');
});
