import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { after, describe, test } from 'node:test';
import { courierConnection } from '../src/domain/couriers/adapters/connection.ts';
import { post } from '../src/domain/couriers/adapters/post.ts';
import { findCourier } from '../src/domain/couriers/couriers.ts';
import { message } from '../src/lib/messages/message.ts';
import { bookingOf, httpOf, readyOrder, untilBooking } from './booking-steps.ts';
import { makeCertificate } from './certificates.ts';
import { openFolder, openFolderOf } from './cli.ts';
import { openCourier } from './courier-server.ts';
import { errorPattern, officePattern, partialMessage } from './errors.ts';
import { signedIn } from './office.ts';
import { openPartner } from './remote-partner.ts';
import { cafe, idOf, type Json, openShop, until } from './support.ts';

const HTTPS_REQUIRED = message('courier_https_required');
const notPublic = (address: string) => message('courier_address_not_public', { address });

test('no request is sent to a courier on this machine that a store file set up, and the booking gives the reason', async () => {
  const courier = await openCourier();
  const couriers = [httpOf(courier)];
  const shop = await openShop({ stores: [cafe({ couriers })], config: { couriers: { allow_networks: [] } } });
  const order = await readyOrder(shop);
  await untilBooking(shop, order, 'failed');
  assert.match(JSON.stringify(bookingOf(shop, order)), /courier_address_not_public.*127\.0\.0\.1/);
  assert.deepEqual(courier.requests, []);
});

test('a host name is checked by its resolved address when raan connects', async () => {
  const courier = await openCourier();
  const { port } = new URL(courier.origin);
  const withoutUrlCheck = (networks: string[]) => ({ ...courierConnection(networks), urlProblem: () => undefined });
  const postTo = (url: string, networks: string[] = []) =>
    post({ connection: withoutUrlCheck(networks), url, headers: {}, body: '{}', timeout: 5_000 });
  for (const protocol of ['http', 'https']) {
    const { is, reason } = (await postTo(`${protocol}://localhost:${port}/`)) as Json;
    assert.deepEqual([is, reason.key], ['unsent', 'courier_address_not_public'], protocol);
  }
  assert.deepEqual(courier.requests, []);
  assert.equal((await postTo(`http://localhost:${port}/courier`, ['127.0.0.0/8'])).is, 'received');
});

test('plain http is refused outside couriers.allow_networks', () => {
  const [none, local] = [courierConnection([]), courierConnection(['127.0.0.0/8'])];
  for (const url of ['http://8.8.8.8/', 'http://gateway.example/'])
    assert.deepEqual(none.urlProblem(url), HTTPS_REQUIRED);
  assert.deepEqual(local.urlProblem('http://8.8.8.8/'), HTTPS_REQUIRED);
  assert.deepEqual(local.urlProblem('http://10.0.0.1/'), notPublic('10.0.0.1'));
  assert.deepEqual(none.urlProblem('https://169.254.169.254/latest/meta-data/'), notPublic('169.254.169.254'));
  assert.deepEqual(none.urlProblem('https://localhost/'), notPublic('127.0.0.1'));
  assert.equal(local.urlProblem('http://127.0.0.1:8081/raan'), undefined);
  assert.equal(none.urlProblem('https://gateway.example/'), undefined);
});

test('the office refuses a forbidden URL and names the config key', async () => {
  const shop = await openShop({ config: { couriers: { allow_networks: [] } } });
  const browser = await signedIn(shop, { language: 'en' });
  const path = '/settings/couriers/kex';
  await browser.open('/settings/couriers/new?shipping_type=kex&adapter=http');
  const refused = await browser.send(path, { adapter: 'http', url: 'https://169.254.169.254/' });
  assert.equal(refused.status, 422);
  assert.match(refused.text, officePattern('courier_address_not_public', { address: '169.254.169.254' }));
  assert.match(refused.html, /id="field-url-error"/);
  assert.match((await browser.send(path, { adapter: 'http', url: 'http://gateway.example/' })).text, /https:\/\//);
  assert.equal(findCourier(shop.ctx.db, idOf(shop.ids.id), 'kex'), undefined);
  assert.equal((await browser.send(path, { adapter: 'http', url: 'https://gateway.example/' })).status, 200);
});

test('raan courier set refuses a forbidden URL', async () => {
  const folder = openFolder({ config: '' });
  await folder.load({ stores: [cafe()] });
  for (const [url, problem] of [
    ['http://127.0.0.1:8081/', partialMessage('courier_address_not_public', { path: 'url', address: '127.0.0.1' })],
    ['http://gateway.example/', partialMessage('courier_https_required', { path: 'url' })],
  ] as const) {
    const { status, stderr } = await folder.runCommand('courier', 'set', 'kex', 'adapter=http', `url=${url}`);
    assert.equal(status, 2);
    assert.match(stderr, errorPattern('several', { path: 'kex', messages: [problem] }));
  }
});

test('raan courier list and the page of a courier report a forbidden URL from a store file', async () => {
  const couriers = [{ shipping_type: 'kex', adapter: 'http', url: 'http://10.0.0.1/', secret: 'x' }];
  const shop = await openShop({ stores: [cafe({ couriers })] });
  const { stderr } = await openFolderOf(shop).runCommand('courier', 'list');
  assert.match(stderr, errorPattern('courier_gets_no_requests', { shippingType: 'kex' }));
  const browser = await signedIn(shop, { language: 'en' });
  const { text } = await browser.open('/settings/couriers/kex');
  assert.match(text, officePattern('courier_address_not_public', { address: '10.0.0.1' }));
});

/** An https server with a courier's responses, and a proxy that connects every host to it. */
async function openProxiedCourier() {
  const courier = await openCourier();
  const { cert, key } = makeCertificate('courier.test');
  const options = { cert: readFileSync(cert), key: readFileSync(key) };
  const server = https.createServer(options, (request, response) => {
    const forwarded = http.request(courier.url, { method: 'POST', headers: request.headers }, (upstream) => {
      response.writeHead(upstream.statusCode ?? 502, upstream.headers);
      upstream.pipe(response);
    });
    request.pipe(forwarded);
  });
  const connects: string[] = [];
  const proxy = http.createServer();
  proxy.on('connect', (request, socket) => {
    connects.push(request.url ?? '');
    const upstream = connect((server.address() as AddressInfo).port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      upstream.pipe(socket).pipe(upstream);
    });
    for (const side of [upstream, socket]) side.on('error', () => {});
  });
  for (const listener of [server, proxy]) {
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
    after(() => listener.close().closeAllConnections());
  }
  return { courier, connects, cert, proxyUrl: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` };
}

describe('a proxy from the environment', () => {
  test('with NODE_USE_ENV_PROXY=1 a courier is reached through the proxy, which resolves its name', async () => {
    const { courier, connects, cert, proxyUrl } = await openProxiedCourier();
    const env = { NODE_USE_ENV_PROXY: '1', HTTPS_PROXY: proxyUrl, NODE_EXTRA_CA_CERTS: cert };
    const folder = openFolder({ config: 'listen.port = 0\nlog.level = "error"\n', env });
    const couriers = [{ ...httpOf(courier), url: 'https://courier.test:8443/raan' }];
    const stores = await folder.load({ stores: [cafe({ couriers })] });
    const server = await folder.start('serve', '--json');
    const { channels, variants } = stores.cafe as Json;
    const { call } = await openPartner(server.json.address, channels.page);
    const products = [{ product_variant_id: variants.hot, qty: 1 }];
    const wanted = { shipping_type: 'ems', products, recipient_address: { name: 'สมชาย' } };
    await call('/v1/order/create', { ...wanted, ship_before_pay: true, auto_request_xshipping: true });
    await until('the courier gets the booking', () => courier.count('book') === 1);
    assert.deepEqual(connects, ['courier.test:8443']);
    assert.equal((await server.end()).status, 0);
  });
});
