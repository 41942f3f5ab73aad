import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { suite, test } from 'node:test';
import * as v from 'valibot';
import { invalidRequest } from '../../src/lib/errors.ts';
import { errorForLog } from '../../src/lib/log-errors.ts';
import { CONCURRENT, MAIN, openFolder } from '../cli.ts';
import { memoryLog } from '../memory-log.ts';
import { personalTextIn } from '../personal-data.ts';

const LOADER = import.meta.resolve('../threads/load-sources.ts');
const CUSTOMER = { name: 'สมชาย ใจดี', latin: 'Jean-Luc Dupont', telephone: '081-234-5678', email: 'jl@example.com' };

/** The error that `act` throws. */
function thrownBy(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  return assert.fail('nothing was thrown');
}

const json = JSON.stringify(CUSTOMER);

/** Unexpected errors whose message, properties or cause name a customer. */
const ERRORS: Readonly<Record<string, () => unknown>> = {
  'a cut-off JSON body': () => thrownBy(() => JSON.parse(json.slice(0, -1))),
  'a JSON body with a quote too many': () => thrownBy(() => JSON.parse(json.replace('Jean', 'Jean"'))),
  'a JSON text that is a name': () => thrownBy(() => JSON.parse(CUSTOMER.latin)),
  'a schema': () => thrownBy(() => v.parse(v.object({ name: v.number() }), CUSTOMER)),
  'a URL': () => thrownBy(() => new URL(CUSTOMER.latin)),
  'an error of the domain outside of a request': () =>
    invalidRequest('role_name_taken', { path: 'name', name: CUSTOMER.name }),
  'a message without quotes': () => new Error(`no parcel for ${CUSTOMER.name}, ${CUSTOMER.telephone}`),
  'a cause': () => new Error('failed', { cause: new Error(`“${CUSTOMER.latin}” <${CUSTOMER.email}>`) }),
  properties: () => Object.assign(new Error('failed'), { customer: CUSTOMER }),
  'a text': () => `'${CUSTOMER.latin}' is unknown`,
};

for (const [source, error] of Object.entries(ERRORS))
  test(`the log contains no personal data that an error quotes: ${source}`, () => {
    const { log, lines } = memoryLog();
    log.error({ err: error() }, 'request failed');
    assert.equal(personalTextIn(JSON.stringify(lines)), undefined, JSON.stringify(lines));
  });

test('an error in the log has its type, code and stack', () => {
  const { log, lines } = memoryLog();
  const error = Object.assign(new TypeError("Cannot read properties of undefined (reading 'qty')"), { code: 'E_ONE' });
  log.error({ err: error }, 'request failed');
  const { type, message, code, stack } = lines[0].err;
  assert.deepEqual(
    [type, message, code],
    ['TypeError', "Cannot read properties of undefined (reading 'qty')", 'E_ONE'],
  );
  assert.match(stack, /^ {4}at .*log-privacy\.test\.ts/);
});

test('an error of the file system keeps the name of the file', () => {
  const error = Object.assign(new Error("ENOENT: no such file, open '/var/lib/raan/raan.db'"), { syscall: 'open' });
  assert.match(errorForLog(error).message, /raan\.db/);
});

/** A module that throws when the process gets SIGUSR2. */
const crashing = (message: string): string =>
  `process.on('SIGUSR2', () => { throw new Error(${JSON.stringify(message)}) });\n`;

suite('a process that tests start', CONCURRENT, () => {
  test('a crash of the server is logged without personal data', async () => {
    const module = openFolder().write('crash.mjs', crashing(`no parcel for ${json}`));
    const program = [process.execPath, '--import', LOADER, '--import', module, MAIN];
    const server = await openFolder({ program, config: 'listen.port = 0' }).start('serve', '--json');
    const { status, stderr } = await server.end('SIGUSR2');
    assert.equal(status, 1);
    assert.match(stderr, /"level":60.*"msg":"crashed"/);
    assert.equal(personalTextIn(stderr), undefined, stderr);
  });

  const runWith = (line: string) => {
    const script = `
      import { checkLogs } from '${path.join(import.meta.dirname, '../personal-data.ts')}';
      import { openLog } from '${path.join(import.meta.dirname, '../../src/lib/log.ts')}';
      checkLogs();
      openLog('info').info({ text: ${JSON.stringify(line)} }, 'a line');`;
    return spawnSync(process.execPath, [...process.execArgv, '--input-type=module', '-e', script], {
      encoding: 'utf8',
    });
  };

  test('fails if it logs a name, a telephone or an email address', () => {
    for (const text of [CUSTOMER.name, CUSTOMER.telephone, '+66812345678', CUSTOMER.email, CUSTOMER.latin]) {
      const { status, stderr } = runWith(text);
      assert.equal(status, 1, text);
      assert.match(stderr, /Personal data in logs/);
    }
    assert.equal(runWith('order 12, 1795604069358 ms, request 0e812345-6789').status, 0);
  });
});

test('the check of logs finds a telephone number, but no request id that contains one', () => {
  const line = '{"request_id":"35850341-9e2c-4867-8d9a-0812345678ab","ms":0.8}';
  assert.deepEqual([personalTextIn(line), personalTextIn(`${line} 081-2345678`)], [undefined, '081-2345678']);
});
