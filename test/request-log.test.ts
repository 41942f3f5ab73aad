import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { suite, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { addAccountWithPassword } from '../src/domain/accounts/one-time-passwords.ts';
import { CONCURRENT, EXECUTABLE, openFolder } from './cli.ts';
import { Browser } from './office.ts';
import { raw } from './raw-http.ts';
import { cafe, type Json, until } from './support.ts';

const LOG = 'log.txt';

/** A folder whose server logs to a file. */
const openLoggingFolder = (config = '') =>
  openFolder({ config: `listen.port = 0\n${config}`, program: ['sh', '-c', `exec "$0" "$@" 2>${LOG}`, ...EXECUTABLE] });

/** Secrets and personal data, which must not be logged. */
const CUSTOMER = {
  name: 'สมชาย ใจดี',
  telephone: '0812345678',
  address1: '99/1 ถ.นิมมาน',
  sub_district: 'สุเทพ',
  email: 'somchai@example.com',
  note: 'ฝากป้อมยาม',
  postal_code: 50299,
};

const KEYS = ['level', 'time', 'request_id', 'channel', 'method', 'route', 'status', 'ms'];

suite('the request log', CONCURRENT, () => {
  test('every request is one line without secrets, tokens or customer data', async () => {
    const folder = openLoggingFolder();
    const stores = await folder.load({ stores: [cafe()] });
    const { client_id, client_secret = '' } = (stores.cafe?.channels.page ?? {}) as Json;
    const owner = await folder.withContext((ctx) =>
      addAccountWithPassword(ctx, { name: 'malee', role: 'owner', storeId: null, mustChangePassword: false }),
    );
    const server = await folder.start('serve', '--json');
    const { address } = server.json;
    let calls = 0;
    const ask = async (place: string, init: RequestInit = {}): Promise<string> => {
      calls += 1;
      return (await fetch(address + place, { redirect: 'manual', ...init })).text();
    };
    const form = (fields: Record<string, string>) =>
      ask('/oauth/token', { method: 'POST', body: new URLSearchParams(fields) });
    const grant = { grant_type: 'client_credentials', client_id, client_secret };
    const token = JSON.parse(await form(grant)).access_token;
    await form({ ...grant, client_secret: 'a-wrong-secret' });
    const call = (place: string, body: object | string, bearer = token) =>
      ask(place, {
        method: 'POST',
        headers: { Authorization: `Bearer ${bearer}`, 'Content-Type': 'application/json', 'X-Request-Id': 'ask"me\\' },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      });
    const order = {
      shipping_type: 'ems',
      products: [{ sku: 'LAT-H', qty: 1 }],
      recipient_address: CUSTOMER,
      external_order_id: 'external-7781',
      private_note: 'ลูกค้าประจำ',
    };
    const made = JSON.parse(await call('/v1/order/create', order)).order;
    assert.ok(made.id);
    for (const [place, body] of [
      ['/v1/order/create', { ...order, recipient_address: { name: CUSTOMER.name, telephone: 5 } }],
      ['/v1/order/create', `{"telephone":"${CUSTOMER.telephone}"`],
      ['/v1/order/detail', { external_order_id: 'external-7781' }],
      ['/v1/store/address/list', {}],
      ['/v1/product/list', { get_count: true }],
      ['/v1/product/detail', { product_id: '1' }],
    ] as const)
      await call(place, body);
    await call('/v1/product/list', {}, 'a-token-of-nobody');
    await ask(`/pictures/${CUSTOMER.telephone}/full.jpg`);
    await ask('/couriers/1/flash_express?key=a-courier-key', { method: 'POST', body: CUSTOMER.telephone });
    await ask(`/${encodeURIComponent(CUSTOMER.name)}/${CUSTOMER.telephone}?token=${token}`);
    for (const place of ['/healthz', '/readyz', '/metrics']) await ask(place);

    const browser = new Browser(address);
    await browser.open('/sign-in');
    await browser.send('/sign-in', { name: 'malee', password: owner.password });
    await browser.open(`/orders?q=${CUSTOMER.telephone}`);
    await browser.open(`/orders?q=${encodeURIComponent(CUSTOMER.name)}`);
    await browser.open(`/orders/${made.id}`);
    await server.end();

    const log = folder.read(LOG);
    const lines = log
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const api = lines.filter(({ route }) => !route.startsWith('/office'));
    assert.equal(api.length, calls);
    for (const line of lines)
      assert.deepEqual(
        Object.keys(line),
        KEYS.filter((key) => key in line),
      );
    const created = api.filter(({ route }) => route === '/v1/order/create');
    assert.deepEqual(
      created.map(({ method, status, channel, request_id }) => [method, status, channel, request_id]),
      [200, 400, 400].map((status) => ['POST', status, '1', 'ask"me\\']),
    );
    assert.deepEqual(
      lines.filter(({ route }) => route === '/office/orders/:id').map(({ status }) => status),
      [200],
    );
    assert.equal(api.filter(({ route }) => route === 'none').length, 2);
    const unsaid = [
      client_secret,
      'a-wrong-secret',
      token,
      'a-token-of-nobody',
      'a-courier-key',
      owner.password,
      'malee',
    ];
    unsaid.push(...browser.cookies.values(), 'external-7781', '127.0.0.1', 'ลูกค้า', 'LAT-H', 'csrf');
    unsaid.push(...Object.values(CUSTOMER).map(String), encodeURIComponent(CUSTOMER.name));
    for (const secret of unsaid) assert.ok(!log.includes(secret), `the log holds ${secret}`);
  });

  test('the service keeps running and stops cleanly if nothing reads the log', async () => {
    const fifo = ['sh', '-c', 'mkfifo log; exec 3<>log; exec "$0" "$@" 2>log', ...EXECUTABLE];
    const folder = openFolder({ config: 'listen.port = 0', program: fifo });
    const server = await folder.start('serve', '--json');
    const headers = { 'X-Request-Id': 'a'.repeat(256) };
    for (let i = 0; i < 600; i += 1)
      assert.equal((await fetch(`${server.json.address}/healthz`, { headers })).status, 200);
    assert.equal((await server.end()).status, 0);
  });

  test('an unreadable request is one line without its content', async () => {
    const folder = openLoggingFolder();
    const server = await folder.start('serve', '--json');
    const { address: url } = server.json;
    const sent = [
      ['secret\r\n\r\n'],
      [`GET / HTTP/1.1\r\nX: ${'secret'.repeat(5_000)}\r\n\r\n`],
      ['GET http:// HTTP/1.1\r\nHost: a\r\nX-Request-Id: mine\r\nConnection: close\r\n\r\n', 'mine', 'GET'],
      ['CONNECT secret:443 HTTP/1.1\r\nHost: a\r\nX-Request-Id: mine\r\n\r\n', 'mine', 'CONNECT'],
    ] as const;
    const ids: string[] = [];
    for (const [text] of sent) ids.push((await raw({ url }, text)).headers.get('x-request-id') ?? '');
    await server.end();
    const lines = folder.read(LOG).trimEnd().split('\n');
    assert.doesNotMatch(lines.join(), /secret/);
    assert.deepEqual(
      lines
        .map((line) => JSON.parse(line))
        .map(({ request_id, method, route, status }) => [request_id, method, route, status]),
      [400, 431, 400, 405].map((status, i) => [sent[i]?.[1] ?? ids[i], sent[i]?.[2], 'unreadable', status]),
    );
  });

  test('lines are written within 100 ms', async () => {
    const folder = openLoggingFolder();
    const server = await folder.start('serve', '--json');
    await fetch(`${server.json.address}/healthz`);
    await until('the line is logged', () => folder.read(LOG).includes('"route":"/healthz"'));
    await server.end('SIGKILL');
  });

  test('no line is lost if the process crashes', () => {
    const log = pathToFileURL(path.join(import.meta.dirname, '..', 'src', 'lib', 'log.ts'));
    const script = `import { openBufferedLog } from '${log}'; openBufferedLog().write('the last line\\n'); throw new Error('over');`;
    const { stderr } = spawnSync(process.execPath, [...process.execArgv, '--input-type=module', '-e', script], {
      cwd: path.join(import.meta.dirname, '..'),
      encoding: 'utf8',
    });
    assert.match(stderr, /the last line\n/);
  });

  test('log.requests = false or a level above info disables it', async () => {
    for (const config of ['log.requests = false\n', 'log.level = "warn"\n']) {
      const folder = openLoggingFolder(config);
      const server = await folder.start('serve', '--json');
      await fetch(`${server.json.address}/healthz`);
      await server.end();
      assert.equal(readFileSync(folder.path(LOG), 'utf8'), '');
    }
  });
});
