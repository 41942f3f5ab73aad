import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { after, suite, test } from 'node:test';
import { makeCertificate } from '../certificates.ts';
import { CONCURRENT, EXECUTABLE, type Folder, openFolder } from '../cli.ts';
import { english } from '../errors.ts';
import { type Credentials, openPartner } from '../remote-partner.ts';
import { cafe, type Json, until } from '../support.ts';
import { toolTest } from '../tools.ts';

// Effects of Node environment variables on the executable.

const CONFIG = 'listen.port = 0\nwebhooks.allow_networks = ["127.0.0.0/8"]\n';

/** A store folder. `env` gets the path of a script that leaves a trace when it runs. */
async function openWithTrap(env: (script: string) => Record<string, string>) {
  const traps = openFolder();
  const trace = traps.path('trace');
  const script = traps.write('sharp.js', `require('node:fs').writeFileSync(${JSON.stringify(trace)}, '')`);
  const folder = openFolder({ config: CONFIG, env: env(script) });
  await folder.load({ stores: [cafe()] });
  return { folder, traps, isRun: () => traps.has('trace') };
}

suite('environment variables', CONCURRENT, () => {
  const harmless: Record<string, (script: string) => string> = {
    NODE_OPTIONS: (script) => `--require ${script} --inspect-brk`,
    NODE_PATH: (script) => script.replace('/sharp.js', ''),
    NODE_PENDING_DEPRECATION: () => '1',
    NODE_ICU_DATA: (script) => script.replace('/sharp.js', ''),
    SSL_CERT_FILE: (script) => script,
  };
  test(`${Object.keys(harmless).join(', ')} change nothing`, async () => {
    const { folder, isRun } = await openWithTrap((script) =>
      Object.fromEntries(Object.entries(harmless).map(([name, value]) => [name, value(script)])),
    );
    const { status, stdout, stderr } = await folder.spawnCommand('store', 'list');
    assert.deepEqual([status, stderr, isRun()], [0, '', false]);
    assert.match(stdout, /cafe/);
  });

  test('NODE_REPL_EXTERNAL_MODULE is refused with one line and its script does not run', async () => {
    const { folder, isRun } = await openWithTrap((script) => ({ NODE_REPL_EXTERNAL_MODULE: script }));
    const { status, errorLines } = await folder.spawnCommand('store', 'list');
    assert.notEqual(status, 0);
    assert.equal(errorLines.length, 1);
    assert.match(errorLines[0] ?? '', /NODE_REPL_EXTERNAL_MODULE can't be used/);
    assert.equal(isRun(), false);
  });

  test('serve logs a warning for each variable that raan cannot ignore, and doctor lists them', async () => {
    const { folder, traps } = await openWithTrap((script) => ({
      OPENSSL_CONF: '/dev/null',
      NODE_EXTRA_CA_CERTS: '/dev/null',
      NODE_USE_SYSTEM_CA: '1',
      NODE_DEBUG: 'a-part-that-nobody-has',
      NODE_V8_COVERAGE: `${script}-coverage`,
      NODE_COMPILE_CACHE: `${script}-cache`,
    }));
    const trusted = ['NODE_EXTRA_CA_CERTS', 'NODE_USE_SYSTEM_CA'];
    const names = ['OPENSSL_CONF', ...trusted, 'NODE_DEBUG', 'NODE_V8_COVERAGE', 'NODE_COMPILE_CACHE'];
    const { json } = await folder.spawnCommand('doctor', '--json');
    const found = json.problems.filter(({ check }: Json) => check === 'environment');
    assert.deepEqual(
      found.map(({ problem }: Json) => problem.split(' ')[0]),
      names,
    );
    for (const { fix } of found) assert.equal(fix, english('unset_variable'));
    const server = await folder.start('serve', '--json');
    const { stderr } = await server.end();
    const warnings = stderr.split('\n').filter((line) => line.startsWith('{"level":40'));
    assert.deepEqual(
      warnings.map((line) => JSON.parse(line).variable),
      names,
    );
    assert.equal(traps.has('trace'), false);
  });

  test('a limit of too few open files is refused with one line', async () => {
    const tooFew = (limit: number) =>
      `raan: This process may open only ${limit} files. Allow at least 256, better 65536: "ulimit -n" in a shell, LimitNOFILE= in a systemd unit.`;
    const least = await leastOpenFiles();
    for (const limit of [least, least + 1, 255]) {
      const { status, errorLines } = await withOpenFiles(limit);
      assert.equal(status, 1);
      assert.equal(errorLines.at(-1), tooFew(limit)); // Node may warn before it
    }
  });

  toolTest(['openssl'], 'NODE_TLS_REJECT_UNAUTHORIZED does not disable certificate checks', async () => {
    const { url, calls } = await openSelfSigned();
    const folder = openFolder({ config: CONFIG, env: { NODE_TLS_REJECT_UNAUTHORIZED: '0' } });
    const { cafe: ids } = await folder.load({ stores: [cafe({ apps: [{ key: 'bot', name: 'Bot', url }] })] });
    const server = await folder.start('serve', '--json');
    const partner = await openPartner(server.json.address, ids?.channels.page as Credentials);
    await partner.call('/v1/order/create', {
      shipping_type: 'ems',
      products: [{ sku: 'LAT-H', qty: 1 }],
      recipient_address: { name: 'สมชาย ใจดี', telephone: '0812345678', postal_code: 50200 },
    });
    const answer = await until('the delivery was tried', () => firstDelivery(folder));
    assert.match(answer, /certificate/);
    assert.equal(calls(), 0);
    await server.end();
  });
});

/** Runs a command that may open only `limit` files. */
const withOpenFiles = (limit: number) =>
  openFolder({ program: ['sh', '-c', `ulimit -n ${limit}; exec "$0" "$@"`, ...EXECUTABLE] }).spawnCommand('serve');

/** The smallest limit with which Node reaches any script. Below it, Node itself crashes. */
async function leastOpenFiles(): Promise<number> {
  for (let limit = 12; ; limit += 1) if ((await withOpenFiles(limit)).status === 1) return limit;
}

/** The result of the first delivery. */
const firstDelivery = (folder: Folder): string | undefined =>
  folder.rows<{ answer: string | null }>('SELECT answer FROM webhook_deliveries WHERE answer IS NOT NULL')[0]?.answer ??
  undefined;

/** A receiver with a self-signed certificate. */
async function openSelfSigned() {
  const { cert, key } = makeCertificate('self-signed');
  let count = 0;
  const server = https.createServer({ cert: readFileSync(cert), key: readFileSync(key) }, (_, response) => {
    count += 1;
    response.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => server.close());
  return { url: `https://127.0.0.1:${(server.address() as AddressInfo).port}/`, calls: () => count };
}
