import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync } from 'node:fs';
import { request as plainRequest } from 'node:http';
import { Agent, request } from 'node:https';
import path from 'node:path';
import { connect, type TLSSocket } from 'node:tls';
import { readCertificate, renewCertificate } from '../src/lib/certificate.ts';
import { makeCertificate, replaceFile } from './certificates.ts';
import { openFolder } from './cli.ts';
import { ANY, errorPattern } from './errors.ts';
import { memoryLog } from './memory-log.ts';
import { openShop, type Shop, temporaryFolder, until } from './support.ts';
import { runTool, toolTest } from './tools.ts';

const TOOLS = ['openssl'];

/** A shop with HTTPS and a certificate of this name. */
async function openHttpsShop(name: string) {
  const folder = temporaryFolder();
  const [tls_cert, tls_key] = [path.join(folder, 'cert.pem'), path.join(folder, 'key.pem')];
  const first = makeCertificate(name);
  copyFileSync(first.cert, tls_cert);
  copyFileSync(first.key, tls_key);
  const { log, lines } = memoryLog();
  log.level = 'error'; // without the request log
  const shop = await openShop({
    config: { listen: { tls_cert, tls_key } },
    timeouts: { certificateCheckEvery: 20 },
    log,
  });
  return { shop, tls_cert, tls_key, lines };
}

/** The status of a public request. */
async function call(shop: Shop, agent: Agent | false = false): Promise<number | undefined> {
  const calling = request(`${shop.url}/nowhere`, { method: 'POST', agent, rejectUnauthorized: false }).end();
  const [answer] = await once(calling, 'response');
  await answer.resume().toArray();
  return answer.statusCode;
}

/** The certificate name of a new connection. */
async function servedName(shop: Shop): Promise<string | undefined> {
  const { hostname, port } = new URL(shop.url);
  const socket: TLSSocket = connect({ host: hostname, port: Number(port), rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  const { subject } = socket.getPeerCertificate();
  socket.destroy();
  return [subject.CN].flat()[0];
}

async function untilServed(shop: Shop, name: string): Promise<void> {
  const end = performance.now() + 10_000;
  while ((await servedName(shop)) !== name) assert.ok(performance.now() < end, `${name} is never served`);
}

toolTest(
  TOOLS,
  'replacing a certificate under load fails no request, and new connections get the new one',
  async () => {
    const { shop, tls_cert, tls_key, lines } = await openHttpsShop('first');
    const next = makeCertificate('second');
    assert.equal(await servedName(shop), 'first');
    const agent = new Agent({ keepAlive: true, maxSockets: 2 });
    let swapped = false;
    let calls = 0;
    const traffic = async (agent: Agent | false) => {
      for (; !swapped; calls += 1) assert.equal(await call(shop, agent), 404);
    };
    const all = Promise.all([traffic(agent), traffic(agent), traffic(false)]);
    await until('traffic has started', () => calls > 20);
    replaceFile(next.cert, tls_cert);
    await until('the incomplete replacement was checked', () =>
      lines.some(({ msg }) => /loading the changed certificate failed/.test(msg)),
    );
    assert.equal(await servedName(shop), 'first', 'a certificate without its key is not used');
    replaceFile(next.key, tls_key);
    await untilServed(shop, 'second');
    swapped = true;
    await all;
    agent.destroy();
  },
);

toolTest(TOOLS, 'with HTTPS a stop answers requests in flight, and office cookies are bound to the host', async () => {
  const { shop } = await openHttpsShop('shop');
  const office = request(`${shop.url}/office/sign-in`, { agent: false, rejectUnauthorized: false }).end();
  const [answer] = await once(office, 'response');
  const cookies = answer.headers['set-cookie'] ?? [];
  assert.ok(cookies.length > 0);
  for (const cookie of cookies) assert.match(cookie, /^__Host-.*; Secure/);
  const headers = { 'Content-Length': 2, Expect: '100-continue', Authorization: `Bearer ${await bearer(shop)}` };
  const options = { method: 'POST', agent: false, rejectUnauthorized: false, headers } as const;
  const calling = request(`${shop.url}/v1/product/list`, options);
  calling.flushHeaders();
  await once(calling, 'continue');
  const stopped = shop.stop();
  calling.setTimeout(5_000);
  calling.end('{}');
  const [last] = await once(calling, 'response');
  assert.equal(last.headers.connection, 'close');
  last.resume();
  await stopped;
});

/** Gets a token by HTTPS. */
async function bearer(shop: Shop): Promise<string> {
  const { client_id = '', client_secret = '' } = shop.ids.channels.page ?? {};
  const form = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret }).toString();
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const asking = request(`${shop.url}/oauth/token`, {
    method: 'POST',
    agent: false,
    rejectUnauthorized: false,
    headers,
  });
  const [answer] = await once(asking.end(form), 'response');
  return JSON.parse(Buffer.concat(await answer.toArray()).toString()).access_token;
}

toolTest(TOOLS, 'connections with plain HTTP or old TLS are closed, and others are served', async () => {
  const { shop } = await openHttpsShop('shop');
  const { hostname, port } = new URL(shop.url);
  const [error] = await once(plainRequest({ hostname, port, agent: false }).end(), 'error');
  assert.ok(error instanceof Error);
  const old = connect({ host: hostname, port: Number(port), rejectUnauthorized: false, maxVersion: 'TLSv1.1' });
  await once(old, 'error');
  assert.equal(await call(shop), 404);
});

toolTest(TOOLS, 'only cipher suites with forward secrecy and authenticated encryption are accepted', async () => {
  const folder = temporaryFolder();
  const [tls_cert, tls_key] = [path.join(folder, 'cert.pem'), path.join(folder, 'key.pem')];
  const kind = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=rsa'];
  runTool('openssl', 'req', ...kind, '-keyout', tls_key, '-out', tls_cert);
  const shop = await openShop({ config: { listen: { tls_cert, tls_key } } });
  const { host } = new URL(shop.url);
  /** Whether a client that offers only this suite is served. */
  const accepts = async (...offer: string[]): Promise<boolean> => {
    const client = spawn('openssl', ['s_client', '-connect', host, ...offer], { stdio: ['pipe', 'ignore', 'ignore'] });
    client.stdin.end('Q');
    const [status] = await once(client, 'exit');
    return status === 0;
  };
  const tls12 = (suite: string) => accepts('-tls1_2', '-cipher', `${suite}:@SECLEVEL=0`);
  for (const suite of ['ECDHE-RSA-AES128-GCM-SHA256', 'ECDHE-RSA-AES256-GCM-SHA384', 'ECDHE-RSA-CHACHA20-POLY1305'])
    assert.equal(await tls12(suite), true, suite);
  for (const suite of ['AES128-GCM-SHA256', 'AES256-SHA', 'ECDHE-RSA-AES128-SHA256', 'ECDHE-RSA-AES256-SHA'])
    assert.equal(await tls12(suite), false, suite);
  assert.equal(await accepts('-tls1_3'), true);
});

toolTest(TOOLS, 'the strongest cipher suite that a client offers is chosen, whatever it prefers', async () => {
  const { cert, key } = makeCertificate('shop');
  const shop = await openShop({ config: { listen: { tls_cert: path.resolve(cert), tls_key: path.resolve(key) } } });
  const chosen = async (version: 'TLSv1.2' | 'TLSv1.3', ciphers: string) => {
    const to = { host: '127.0.0.1', port: Number(new URL(shop.url).port), rejectUnauthorized: false };
    const socket = connect({ ...to, minVersion: version, maxVersion: version, ciphers });
    await once(socket, 'secureConnect');
    const { name } = socket.getCipher();
    socket.destroy();
    return name;
  };
  const weakFirst = ['ECDSA', 'RSA'].flatMap((kind) => [
    `ECDHE-${kind}-AES128-GCM-SHA256`,
    `ECDHE-${kind}-AES256-GCM-SHA384`,
  ]);
  assert.match(await chosen('TLSv1.2', weakFirst.join(':')), /AES256/);
  assert.match(await chosen('TLSv1.3', 'TLS_AES_128_GCM_SHA256:TLS_AES_256_GCM_SHA384'), /AES_256/);
});

toolTest(TOOLS, 'an expiring certificate is logged at the start and once a day until it is replaced', async (t) => {
  const { cert, key } = makeCertificate('soon', { days: 13 });
  const files = { tls_cert: cert, tls_key: key };
  const { log, lines } = memoryLog();
  let time = Date.now();
  let used = 0;
  let checks = 0;
  const now = () => {
    checks += 1;
    return time;
  };
  const server = {
    setSecureContext: () => {
      used += 1;
    },
  };
  t.after(renewCertificate(server, { files, used: readCertificate(files), every: 5, now, log }));
  const warnings = () => lines.filter(({ level }) => level === 40).length;
  assert.equal(warnings(), 1);
  time += 86_400_000;
  await until('the second warning', () => warnings() === 2);
  const next = makeCertificate('next', { days: 90 });
  replaceFile(next.key, key);
  replaceFile(next.cert, cert);
  await until('the new certificate is loaded', () => used === 1);
  time += 86_400_000;
  const before = checks;
  await until('four more checks', () => checks > before + 4);
  assert.equal(warnings(), 2);
});

toolTest(TOOLS, 'an expired certificate is logged as expired', (t) => {
  const { cert, key } = makeCertificate('ended', { days: 13 });
  const files = { tls_cert: cert, tls_key: key };
  const { log, lines } = memoryLog();
  const now = () => Date.now() + 20 * 86_400_000;
  const server = { setSecureContext: () => {} };
  t.after(renewCertificate(server, { files, used: readCertificate(files), every: 60_000, now, log }));
  assert.deepEqual(
    lines.map(({ msg }) => msg),
    ['the certificate has expired; renew it'],
  );
});

toolTest(TOOLS, 'a missing or invalid certificate or key stops the start', async () => {
  const [pair, otherPair] = [makeCertificate('one'), makeCertificate('other')];
  for (const [cert, key, message, ended = 1] of [
    [
      '/absent.pem',
      pair.key,
      errorPattern('certificate_file_unreadable', { path: 'listen.tls_cert', why: `${ANY}/absent.pem${ANY}` }),
    ],
    [pair.key, pair.key, errorPattern('certificate_invalid')],
    [pair.cert, otherPair.key, errorPattern('certificate_invalid', { why: `${ANY}mismatch${ANY}` })],
    [pair.cert, '', errorPattern('config_certificate_incomplete', { path: ANY }), 78],
  ] as const) {
    const folder = openFolder({ config: `[listen]\nport = 0\ntls_cert = "${cert}"\ntls_key = "${key}"\n` });
    const { status, errorLines } = await folder.runCommand('serve');
    assert.equal(status, ended);
    assert.match(errorLines[0] ?? '', message);
  }
});
