import assert from 'node:assert/strict';
import { chmodSync, readdirSync } from 'node:fs';
import { suite, test } from 'node:test';
import { readConfig } from '../src/config.ts';
import { certificateFindings, unsafeSettings } from '../src/domain/monitoring/doctor/config.ts';
import { sizeText, spanText } from '../src/lib/number-format.ts';
import { makeCertificate } from './certificates.ts';
import { CONCURRENT, openFolder, openFolderOf } from './cli.ts';
import { backupName, openValid, problemsOf, SOUND, withoutClockCheck } from './cli-doctor-steps.ts';
import { ANY, english, errorPattern, partialMessage } from './errors.ts';
import { findingPattern, findingTexts } from './findings.ts';
import { insertChange } from './pending-announcements.ts';
import { cafe, openShop } from './support.ts';
import { toolTest } from './tools.ts';

const HOUR = 3_600_000;

suite('raan doctor', CONCURRENT, () => {
  test('without problems it prints the facts and exits with 0', async () => {
    const folder = await openValid();
    const { status, stdout, errorLines } = await folder.runCommand('doctor');
    assert.deepEqual(withoutClockCheck(errorLines), []);
    if (errorLines.length === 0) assert.equal(status, 0);
    for (const expected of [
      /versions +raan \d/,
      /SQLite 3\./,
      /server +not running/,
      /webhooks +0 wait/,
      /free on the disk/,
    ])
      assert.match(stdout, expected);
  });

  test('it reports a bucket that backups reach without https, except on this machine', async () => {
    const bucket = (endpoint: string) =>
      `${SOUND}[backup.s3]\nendpoint = "${endpoint}"\nbucket = "b"\naccess_key = "a"\nsecret_key = "s"\n`;
    const reported = (endpoint: string) =>
      unsafeSettings(readConfig(openFolder({ config: bucket(endpoint) }).path('raan.toml')));
    assert.deepEqual(
      [
        'http://storage.example',
        'http://192.0.2.1:9000',
        'http://[::1]:9000',
        'http://127.0.0.1:9000',
        'https://storage.example',
      ].map((endpoint) => reported(endpoint).map(({ problem }) => problem.key)),
      [['bucket_without_https'], ['bucket_without_https'], [], [], []],
    );
  });

  test('--json prints facts and problems as one document', async () => {
    const folder = await openValid('listen.port = 0\n');
    const { status, json } = await folder.runCommand('doctor', '--json');
    assert.equal(status, 1);
    assert.equal(json.ok, false);
    assert.equal(json.served, false);
    assert.equal(json.database, folder.path('raan.db'));
    assert.ok(json.bytes.free > 0);
    assert.deepEqual(json.queues[0], { name: 'webhooks', length: 0, overdue_ms: 0 });
    const backup = json.problems.find(({ check }: { check: string }) => check === 'backup');
    assert.deepEqual(backup, {
      check: 'backup',
      problem: english('no_scheduled_backups'),
      fix: english('set_backup_folder'),
    });
  });

  test('a missing database and config errors are reported', async () => {
    const missing = await problemsOf(openFolder({ config: SOUND }));
    assert.equal(missing.length, 1);
    assert.match(missing[0] ?? '', errorPattern('database_missing'));
    const faulty = await problemsOf(openFolder({ config: 'listen.port = "x"\nnonsense = 1\n' }));
    assert.equal(faulty.length, 2);
    for (const line of faulty)
      assert.match(
        line,
        findingPattern(
          partialMessage('foreign_text', { text: `${ANY}raan.toml: ${ANY}` }),
          partialMessage('fix_config_file'),
        ),
      );
  });

  test('a file that is not a database, or of a newer version, is reported with the fix', async () => {
    const folder = openFolder({ config: SOUND });
    folder.write('raan.db', 'this is a text and not a database at all'.repeat(50));
    chmodSync(folder.path('raan.db'), 0o600);
    assert.match((await problemsOf(folder)).join('\n'), errorPattern('database_not_sqlite'));
    const newer = await openValid();
    newer.change('PRAGMA user_version = 999');
    assert.match((await problemsOf(newer)).join('\n'), errorPattern('database_of_newer_raan', { version: 999 }));
  });

  test('unsafe settings are reported, each with a better value', async () => {
    const folder = await openValid(`${SOUND}listen.host = "0.0.0.0"
      listen.trusted_proxies = ["0.0.0.0/0"]
      webhooks.allow_networks = ["::/0"]
      couriers.allow_networks = ["0.0.0.0/0"]
      alerts.allow_networks = ["0.0.0.0/0"]
      metrics.host = "0.0.0.0"\n`);
    const problems = await problemsOf(folder);
    assert.equal(problems.length, 6, problems.join('\n'));
    const keys = ['listen.host', 'listen.trusted_proxies', 'webhooks.allow_networks', 'couriers.allow_networks'];
    for (const key of [...keys, 'alerts.allow_networks', 'metrics.host'])
      assert.equal(problems.filter((line) => line.startsWith(`raan: ${key} `)).length, 1, key);
  });

  test('a world-readable config with secrets is reported', async () => {
    const folder = await openValid(`${SOUND}metrics.token = "a-token-for-the-metrics"\n`);
    chmodSync(folder.path('raan.toml'), 0o640);
    const [problem = '', ...others] = await problemsOf(folder);
    assert.deepEqual(others, []);
    assert.match(
      problem,
      findingPattern(
        partialMessage('others_read_secrets', { file: folder.path('raan.toml'), keys: ['metrics.token'] }),
        partialMessage('protect_secrets', { variables: ['RAAN_METRICS_TOKEN'] }),
      ),
    );
    assert.doesNotMatch(problem, /a-token/);
    chmodSync(folder.path('raan.toml'), 0o600);
    assert.deepEqual(await problemsOf(folder), []);
    folder.write('raan.toml', SOUND);
    chmodSync(folder.path('raan.toml'), 0o644);
    assert.deepEqual(await problemsOf(folder), []);
  });

  test('files that other users can open or write are reported with the command that fixes it', async () => {
    const folder = await openValid();
    chmodSync(folder.path('raan.db'), 0o644);
    chmodSync(folder.root, 0o777);
    const problems = await problemsOf(folder);
    assert.equal(problems.length, 2, problems.join('\n'));
    assert.match(problems.join(), /chmod go-w .*chmod 600 .*raan\.db/);
    chmodSync(folder.root, 0o700);
    chmodSync(folder.path('raan.db'), 0o600);
    assert.deepEqual(await problemsOf(folder), []);
  });

  test('a writable config file and an open backup folder are reported with the command that fixes it', async () => {
    const folder = await openValid();
    chmodSync(folder.path('raan.toml'), 0o666);
    chmodSync(folder.path('copies'), 0o777);
    const problems = await problemsOf(folder);
    assert.equal(problems.length, 2, problems.join('\n'));
    const command = (place: string) => partialMessage('run_command', { command: `chmod go-w ${folder.path(place)}` });
    const config = findingPattern(partialMessage('others_change_config'), command('raan.toml'));
    assert.match(problems[0] ?? '', config);
    assert.match(problems[1] ?? '', findingPattern(partialMessage('others_replace_backups'), command('copies')));
  });

  test('problems of queues, apps, accounts, clock and backups are reported', async () => {
    const folder = await openValid();
    const hours = (n: number) => Date.now() - n * HOUR;
    folder.change(`
      UPDATE accounts SET create_time = ${hours(48)}, must_change_password = 1;
      UPDATE apps SET url = 'http://127.0.0.1:9/';
      ${insertChange(1, hours(3))}
      INSERT INTO webhook_deliveries (app_id, request_id, event_type, url, first_change, item_count, status, request_time)
        VALUES (1, 'x', 'x', 'http://a', 1, 1, 'failed', ${hours(-1)});
    `);
    for (const name of readdirSync(folder.path('copies'))) folder.remove(`copies/${name}`);
    await folder.runCommand('backup', folder.path('copies', backupName(hours(60))));
    const problems = await problemsOf(folder);
    for (const expected of [
      findingPattern(partialMessage('queue_overdue', { name: 'webhooks', length: 1, overdue: 3 * HOUR })),
      findingPattern(
        partialMessage('app_deliveries_failed', { app: 1, name: 'Chat bot', store: 'cafe', failed: 1 }),
        partialMessage('see_deliveries', { app: 1 }),
      ),
      findingPattern(partialMessage('one_time_password_unchanged', { name: 'malee' })),
      findingPattern(partialMessage('clock_behind')),
      findingPattern(partialMessage('backup_overdue', { age: 60 * HOUR, every: 24 * HOUR })),
    ])
      assert.equal(problems.filter((line) => expected.test(line)).length, 1, `${expected}\n${problems.join('\n')}`);
    folder.change(`UPDATE accounts SET role = 'staff', store_id = 1`);
    assert.match(
      (await problemsOf(folder)).join('\n'),
      findingPattern(partialMessage('no_owner'), partialMessage('add_owner')),
    );
  });

  test('a low number pool is reported with its store', async () => {
    const folder = openFolder({ config: SOUND });
    const couriers = [
      { shipping_type: 'ems', adapter: 'number_pool', prefix: 'EX', first: 12345678, count: 3, given: 3 },
    ];
    await folder.load({ stores: [cafe({ couriers })] });
    const expected = partialMessage('few_tracking_numbers', {
      shippingType: 'ems',
      store: 'cafe',
      left: 0,
      cod: false,
    });
    assert.match((await problemsOf(folder)).join('\n'), findingPattern(expected));
  });

  test('a running server is reported as running', async () => {
    const shop = await openShop();
    assert.equal(shop.ctx.isServed(), true);
    const folder = openFolderOf(shop);
    const { json } = await folder.runCommand('doctor', '--json');
    assert.equal(json.served, true);
    await shop.stop();
    assert.equal((await folder.runCommand('doctor', '--json')).json.served, false);
  });
});

toolTest(['openssl'], 'raan doctor: an expiring, expired or invalid certificate is reported', async () => {
  const { cert, key } = makeCertificate('soon', { days: 13 });
  const folder = openFolder({ config: SOUND });
  const problems = async (tls_cert: string) => {
    folder.write('raan.toml', `${SOUND}listen.tls_cert = "${tls_cert}"\nlisten.tls_key = "${key}"\n`);
    return (await problemsOf(folder)).filter((line) => !errorPattern('database_missing').test(line));
  };
  const soon = partialMessage('certificate_expires_soon', { file: cert, left: 12 * 24 * HOUR });
  const renew = partialMessage('renew_certificate');
  assert.match((await problems(cert)).join('\n'), findingPattern(soon, renew));
  assert.match(
    (await problems(makeCertificate('other').cert)).join('\n'),
    findingPattern(
      partialMessage('certificate_invalid', { why: `${ANY}mismatch` }),
      partialMessage('check_certificate_files'),
    ),
  );
  const listen = { ...readConfig('/dev/null').listen, tls_cert: cert, tls_key: key };
  const ended = certificateFindings({ ...readConfig('/dev/null'), listen }, Date.now() + 20 * 86_400_000);
  assert.match(findingTexts(ended), findingPattern(partialMessage('certificate_expired', { file: cert }), renew));
  chmodSync(key, 0o640);
  assert.equal((await problems(cert)).length, 1);
  chmodSync(key, 0o666);
  const open = partialMessage('others_open_certificate_key', { file: key });
  const protect = partialMessage('run_command', { command: `chmod g-w,o-rwx ${key}` });
  assert.match((await problems(cert))[1] ?? '', findingPattern(open, protect));
  const unreadable = partialMessage('certificate_file_unreadable', {
    path: 'listen.tls_cert',
    why: `${ANY}absent.pem'`,
  });
  assert.match((await problems('absent.pem')).join('\n'), findingPattern(unreadable));
});

test('time spans are rounded, with singular and plural', () => {
  const texts = [0, 1, 2, 59, 60, 1_439, 1_440, 2_880].map((minutes) => spanText(minutes * 60_000 + 59_999));
  assert.deepEqual(texts, [
    '0 minutes',
    '1 minute',
    '2 minutes',
    '59 minutes',
    '1 hour',
    '23 hours',
    '1 day',
    '2 days',
  ]);
  assert.equal(spanText(3 * 3_600_000, 'th'), '3 ชั่วโมง');
});

test('sizes use a fitting unit', () => {
  const texts = [0, 1, 4_096, 2 ** 20, 75 * 2 ** 20, 1.5 * 2 ** 30].map(sizeText);
  assert.deepEqual(texts, ['0 kB', '1 kB', '4 kB', '1 MB', '75 MB', '1.5 GB']);
});
