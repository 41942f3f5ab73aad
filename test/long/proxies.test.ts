import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { createServer } from 'node:net';
import { assertError } from '../endpoints.ts';
import { Browser, signedIn } from '../office.ts';
import { assertDescribed } from '../openapi-checks.ts';
import { freePort, openPlainHttp, openProxy, openSecureProxy, type ProxyName, type RunningProxy } from '../proxies.ts';
import { type ApiResponse, openShop, type Shop, until } from '../support.ts';
import { toolTest } from '../tools.ts';

const PROXIES: readonly ProxyName[] = ['caddy', 'nginx'];

interface SendOptions {
  path?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  agent?: Agent | false;
  /** The local address. */
  from?: string;
}

async function send(proxy: RunningProxy, options: SendOptions = {}): Promise<ApiResponse & { reused: boolean }> {
  const { path = '/v1/product/list', headers = {}, body = '{}', agent = false, from = '127.0.0.1' } = options;
  const length = { 'Content-Length': Buffer.byteLength(body) };
  const requestOptions = { method: 'POST', headers: { ...headers, ...length }, agent, localAddress: from };
  const sent = request(`${proxy.url}${path}`, requestOptions).end(body);
  const [incoming] = await once(sent, 'response');
  const text = Buffer.concat(await incoming.toArray()).toString();
  const response = { status: incoming.statusCode, headers: new Headers(incoming.headers), body: JSON.parse(text) };
  await assertDescribed({ method: 'POST', path, ...response });
  return { ...response, reused: sent.reusedSocket };
}

const authorized = async (shop: Shop) => ({
  Authorization: `Bearer ${await shop.bearer()}`,
  'Content-Type': 'application/json',
});

const ESTABLISHED = '01';

/** The number of open connections to a server on this machine. */
function connectionsTo(url: string): number {
  const port = Number(new URL(url).port).toString(16).toUpperCase().padStart(4, '0');
  const sockets = readFileSync('/proc/net/tcp', 'utf8').split('\n').slice(1);
  return sockets.filter((socket) => {
    const [, local = '', , state] = socket.trim().split(/\s+/);
    return local.endsWith(`:${port}`) && state === ESTABLISHED;
  }).length;
}

async function openShopBehind(name: ProxyName, options: Parameters<typeof openShop>[0] = {}, keepAlive = '60s') {
  const shop = await openShop(options);
  const proxy = await openProxy(name, { port: await freePort(), upstream: shop.url, keepAlive });
  return { shop, proxy };
}

async function assertSignsIn(name: ProxyName, port: number, listen: { base_url?: string }): Promise<void> {
  const shop = await openShop({ config: { listen: { ...listen, trusted_proxies: ['127.0.0.1/32', '::1/128'] } } });
  const { url } = await openSecureProxy(name, { port, upstream: shop.url });
  const { page, cookies } = await signedIn({ ctx: shop.ctx, stores: shop.stores, now: shop.now, url });
  assert.doesNotMatch(page.path, /^\/sign-in/);
  assert.ok(cookies.has('__Host-raan'), [...cookies.keys()].join());
  assert.match(page.headers.get('server') ?? '', new RegExp(name, 'i'));
  assert.equal(page.headers.get('strict-transport-security'), 'max-age=31536000; includeSubDomains');
  const signedOut = new Browser(url);
  await signedOut.open('/');
  assert.match(signedOut.page.path, /^\/sign-in/);
}

for (const name of PROXIES) {
  toolTest(
    [name],
    `behind ${name}, requests succeed although the proxy or the server closes idle connections`,
    async () => {
      const idle = 200; // milliseconds
      const setups = [
        await openShopBehind(name, { timeouts: { keepAlive: 5 * idle, checkEvery: 20 } }, `${idle}ms`), // the proxy closes first, as intended
        await openShopBehind(name, { timeouts: { keepAlive: idle, checkEvery: 20 } }), // the server closes first
      ];
      for (const { shop, proxy } of setups) await shop.call('/v1/product/list', {}).then(() => send(proxy));
      const agent = new Agent({ keepAlive: true });
      for (let round = 0; round < 2; round += 1) {
        for (const { shop, proxy } of setups)
          for (let i = 0; i < 5; i += 1)
            assert.equal((await send(proxy, { headers: await authorized(shop), agent })).status, 200);
        for (const { shop } of setups)
          await until('the idle connections are closed', () => connectionsTo(shop.url) === 0);
      }
      agent.destroy();
    },
  );

  toolTest([name], `behind ${name}, a body over 1 MB gets a JSON error, and the connection stays open`, async () => {
    const { shop, proxy } = await openShopBehind(name);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const headers = await authorized(shop);
    for (const size of [1_048_577, 5_000_000]) {
      const tooLarge = await send(proxy, { headers, agent, body: Buffer.alloc(size, ' ') });
      assertError(tooLarge, 413, 'invalid_request');
      assert.ok(tooLarge.headers.get('x-request-id'));
      assert.equal((await send(proxy, { headers, agent })).status, 200);
    }
    const largest = `{${' '.repeat(1_048_574)}}`;
    assert.equal((await send(proxy, { headers, agent, body: largest })).status, 200);
    agent.destroy();
  });

  toolTest([name], `behind ${name}, a client cannot fake its address`, async () => {
    const { proxy } = await openShopBehind(name, { config: { listen: { trusted_proxies: ['127.0.0.1/32'] } } });
    const guess = (from: string, forged: string) =>
      send(proxy, {
        path: '/oauth/token',
        from,
        headers: { 'Content-Type': 'application/x-www-form-urlencoded', 'X-Forwarded-For': forged },
        body: `grant_type=client_credentials&client_id=${crypto.randomUUID()}&client_secret=x`,
      });
    for (let i = 0; i < 10; i += 1) assert.equal((await guess('127.0.0.2', `203.0.113.${i}`)).status, 401);
    assert.equal((await guess('127.0.0.2', '203.0.113.99')).status, 429);
    assert.equal((await guess('127.0.0.3', '127.0.0.2')).status, 401);
  });

  toolTest([name, 'openssl'], `behind ${name} with HTTPS, the office sign-in uses host-bound cookies`, async () => {
    const port = await freePort();
    await assertSignsIn(name, port, { base_url: `https://localhost:${port}` });
    await assertSignsIn(name, await freePort(), {}); // the proxy headers name the host
  });
}

toolTest(['caddy'], 'behind Caddy, a page waits while the server restarts', async () => {
  const port = await freePort();
  const shop = await openShop({ config: { listen: { port } } });
  const { url } = await openProxy('caddy', { port: await freePort(), upstream: shop.url });
  assert.equal((await fetch(`${url}/office/sign-in`)).status, 200);
  await shop.stop();
  const rejecting = createServer((socket) => socket.destroy()).listen(port, '127.0.0.1');
  const waiting = fetch(`${url}/office/sign-in`);
  await once(rejecting, 'connection');
  await once(rejecting.close(), 'close');
  await shop.start();
  assert.equal((await waiting).status, 200);
});

toolTest(['caddy'], 'plain http redirects browsers to https and refuses calls of programs', async () => {
  const { url } = await openPlainHttp(await freePort());
  const page = await fetch(`${url}/office/sign-in?a=b`, { redirect: 'manual' });
  assert.deepEqual([page.status, page.headers.get('location')], [301, 'https://127.0.0.1/office/sign-in?a=b']);
  for (const path of ['/oauth/token', '/v1/order/create', '/couriers/1/ems'])
    assert.equal((await fetch(url + path, { method: 'POST', redirect: 'manual' })).status, 403, path);
});
