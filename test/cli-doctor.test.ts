import assert from 'node:assert/strict';
import { chmodSync, readdirSync } from 'node:fs';
import { suite, test } from 'node:test';
import { readConfig } from '../src/config.ts';
import { certificateFindings, unsafeSettings } from '../src/domain/monitoring/doctor/config.ts';
import { sizeText, spanText } from '../src/lib/number-format.ts';
import { makeCertificate } from './certificates.ts';
import { CONCURRENT, openFolder, openFolderOf } from './cli.ts';
import { backupName, openValid, problemsOf, SOUND, withoutClockCheck } from './cli-doctor-steps.ts';
import { findingTexts } from './findings.ts';
import { insertChange } from './pending-announcements.ts';
import { cafe, openShop } from './support.ts';
import { toolTest } from './tools.ts';

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
      problem: 'There are no scheduled backups',
      fix: 'Set backup.folder in the config, preferably on another disk',
    });
  });

  test('a missing database and config errors are reported', async () => {
    const missing = await problemsOf(openFolder({ config: SOUND }));
    assert.equal(missing.length, 1);
    assert.match(missing[0] ?? '', /There is no database at .*\. Create one with "raan init"/);
    const faulty = await problemsOf(openFolder({ config: 'listen.port = "x"\nnonsense = 1\n' }));
    assert.equal(faulty.length, 2);
    for (const line of faulty) assert.match(line, /raan\.toml: .*\. Fix the config file/);
  });

  test('a file that is not a database, or of a newer version, is reported with the fix', async () => {
    const folder = openFolder({ config: SOUND });
    folder.write('raan.db', 'this is a text and not a database at all'.repeat(50));
    chmodSync(folder.path('raan.db'), 0o600);
    assert.match((await problemsOf(folder)).join(), /is not a SQLite database\. Set another "database"/);
    const newer = await openValid();
    newer.change('PRAGMA user_version = 999');
    assert.match((await problemsOf(newer)).join(), /schema version 999.* Run the newer raan/);
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
      /Other users can read .*raan\.toml, which contains metrics\.token\. Run: chmod 600 .*RAAN_METRICS_TOKEN/,
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
    assert.match(problems[0] ?? '', /can change .*raan\.toml .*\. Run: chmod go-w \S+raan\.toml$/);
    assert.match(problems[1] ?? '', /can write to .*copies .*\. Run: chmod go-w \S+copies$/);
  });

  test('problems of queues, apps, accounts, clock and backups are reported', async () => {
    const folder = await openValid();
    const hours = (n: number) => Date.now() - n * 3_600_000;
    folder.change(`
      UPDATE accounts SET create_time = ${hours(48)};
      UPDATE apps SET url = 'http://127.0.0.1:9/';
      ${insertChange(1, hours(3))}
      INSERT INTO webhook_deliveries (app_id, request_id, event_type, url, first_change, item_count, status, request_time)
        VALUES (1, 'x', 'x', 'http://a', 1, 1, 'failed', ${hours(-1)});
    `);
    for (const name of readdirSync(folder.path('copies'))) folder.remove(`copies/${name}`);
    await folder.runCommand('backup', folder.path('copies', backupName(hours(60))));
    const problems = await problemsOf(folder);
    for (const expected of [
      /webhooks: 1 waiting, the oldest for 3 hours\. /,
      /App 1 \(Chat bot\) of store cafe: 1 delivery failed in the last 24 hours\. See .* "raan app deliveries 1"/,
      /Account malee still has a one-time password\. /,
      /The clock is (59|60) minutes behind the newest entry of the database\. /,
      /The newest backup is 2 days old; one is due every 24 hours\. /,
    ])
      assert.equal(problems.filter((line) => expected.test(line)).length, 1, `${expected}\n${problems.join('\n')}`);
    folder.change(`UPDATE accounts SET role = 'staff', store_id = 1`);
    assert.match(
      (await problemsOf(folder)).join(),
      /No owner can sign in .*\. Run "raan account add NAME --role owner"/,
    );
  });

  test('a low number pool is reported with its store', async () => {
    const folder = openFolder({ config: SOUND });
    const couriers = [
      { shipping_type: 'ems', adapter: 'number_pool', prefix: 'EX', first: 12345678, count: 3, given: 3 },
    ];
    await folder.load({ stores: [cafe({ couriers })] });
    const expected = /ems of store cafe has 0 non-COD tracking numbers left\. /;
    assert.match((await problemsOf(folder)).join(), expected);
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
    return (await problemsOf(folder)).filter((line) => !/no database/.test(line));
  };
  assert.match((await problems(cert)).join(), /^raan: The certificate \S+ expires in 12 days\. Renew it; /);
  assert.match(
    (await problems(makeCertificate('other').cert)).join(),
    /are not a certificate with its key .*mismatch.*Check that both/,
  );
  const listen = { ...readConfig('/dev/null').listen, tls_cert: cert, tls_key: key };
  const ended = certificateFindings({ ...readConfig('/dev/null'), listen }, Date.now() + 20 * 86_400_000);
  assert.match(findingTexts(ended), /^The certificate \S+ has expired; Renew it/);
  chmodSync(key, 0o640);
  assert.equal((await problems(cert)).length, 1);
  chmodSync(key, 0o666);
  assert.match((await problems(cert))[1] ?? '', /can read or change the key .*\. Run: chmod g-w,o-rwx \S+key\.pem$/);
  assert.match(
    (await problems('absent.pem')).join(),
    /^raan: listen\.tls_cert: The file cannot be read: .*absent\.pem/,
  );
});

test('time spans are rounded, with singular and plural', () => {
  const texts = [0, 1, 2, 119, 120, 2_879, 2_880].map((minutes) => spanText(minutes * 60_000 + 59_999));
  assert.deepEqual(texts, ['0 minutes', '1 minute', '2 minutes', '119 minutes', '2 hours', '47 hours', '2 days']);
  assert.equal(spanText(3 * 3_600_000, 'th'), '3 ชั่วโมง');
});

test('sizes use a fitting unit', () => {
  const texts = [0, 1, 4_096, 2 ** 20, 75 * 2 ** 20, 1.5 * 2 ** 30].map(sizeText);
  assert.deepEqual(texts, ['0 kB', '1 kB', '4 kB', '1 MB', '75 MB', '1.5 GB']);
});
