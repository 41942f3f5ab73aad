import assert from 'node:assert/strict';
import { chmodSync, chownSync, mkdirSync, readdirSync, rmSync, symlinkSync, truncateSync } from 'node:fs';
import { suite, test } from 'node:test';
import { readConfig } from '../src/config.ts';
import { certificateFindings, unsafeSettings } from '../src/domain/monitoring/doctor/config.ts';
import { sizeText, spanText } from '../src/lib/number-format.ts';
import { makeCertificate } from './certificates.ts';
import { CONCURRENT, type Folder, openFolder, openFolderOf, UNPRIVILEGED } from './cli.ts';
import { findingTexts } from './findings.ts';
import { insertChange } from './pending-announcements.ts';
import { cafe, openShop } from './support.ts';
import { toolTest } from './tools.ts';

const SOUND = 'listen.port = 0\nbackup.folder = "copies"\n';

/** Ignores the clock check, which depends on the machine. */
const withoutClockCheck = (faults: string[]): string[] =>
  faults.filter((line) => line !== 'raan: nothing keeps the clock right; run "timedatectl set-ntp true"');

const problemsOf = async (folder: Folder): Promise<string[]> =>
  withoutClockCheck((await folder.runCommand('doctor')).errorLines);

/** A folder with a valid database, an owner account and a backup. */
async function openValid(config = SOUND): Promise<Folder> {
  const folder = openFolder({ config });
  chmodSync(folder.root, 0o700);
  await folder.load({ stores: [cafe()] });
  await folder.runCommandJson('account', 'add', 'malee', '--role', 'owner');
  mkdirSync(folder.path('copies'));
  await folder.runCommand('backup', folder.path('copies', backupName(Date.now() - 60_000)));
  return folder;
}

/** The name of a scheduled backup, in Bangkok time. */
const backupName = (time: number): string =>
  `raan-${new Date(time + 7 * 3_600_000)
    .toISOString()
    .replaceAll(/[-:]|\..*$/g, '')
    .replace('T', '-')}.db`;

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
    const backup = json.troubles.find(({ check }: { check: string }) => check === 'backup');
    assert.deepEqual(backup, {
      check: 'backup',
      trouble: 'There are no scheduled backups',
      cure: 'Set backup.folder in the config, preferably on another disk',
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

  test('a file that is not a database, or of a newer version, is reported with the cure', async () => {
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

  test('with a running server, a backup is late after a failed retry', async () => {
    const shop = await openShop();
    const folder = openFolderOf(shop);
    folder.write('raan.toml', `${folder.read('raan.toml')}backup.folder = "copies"\n`);
    mkdirSync(folder.path('copies'));
    await folder.runCommand('backup', folder.path('copies', backupName(Date.now() - 26 * 3_600_000)));
    const late = /The newest backup is 26 hours old; one is due every 24 hours\. Check .* log/;
    assert.match((await problemsOf(folder)).join(), late);
    await shop.stop();
    assert.doesNotMatch((await problemsOf(folder)).join(), late);
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

  test('a file that is only named like a backup is not counted as one', async () => {
    const folder = await openValid();
    const [sound = ''] = readdirSync(folder.path('copies'));
    const junk = backupName(Date.now() - 1_000);
    const cases = [
      ['', /cannot be restored \(It is empty\)\. Remove it/],
      ['ab', /It is not a database\)/],
      [folder.bytes(`copies/${sound}`).subarray(0, 8_192), /It is cut off\)/],
    ] as const;
    for (const [content, expected] of cases) {
      folder.write(`copies/${junk}`, content);
      const [trouble = '', ...others] = await problemsOf(folder);
      assert.match(trouble, expected);
      assert.match(trouble, new RegExp(`/copies/${junk} `));
      assert.deepEqual(others, []);
    }
    truncateSync(folder.path('copies', sound), 1_000);
    folder.write('copies/raan-20200101-000000.db', 'ab');
    assert.match(
      (await problemsOf(folder)).join(),
      /It is cut off\) \(and 2 more\)\. .*There is no backup in .*copies\. /,
    );
  });

  test('the reason for failing backups is reported', async () => {
    const folder = await openValid();
    const copies = folder.path('copies');
    rmSync(copies, { recursive: true });
    const problems = async () => (await problemsOf(folder)).join('\n');
    assert.match(await problems(), /^raan: There is no backup in .*copies\. Check that the service is running, /);
    folder.write('copies', '');
    assert.match(
      await problems(),
      /^raan: No backup can be created in .*copies: It is not a folder\. Fix that, [^\n]*$/,
    );
    rmSync(copies);
    symlinkSync('copies', copies);
    assert.match(await problems(), /copies: Its links lead in a circle\. /);
    rmSync(copies);
    symlinkSync('absent', copies);
    assert.match(await problems(), /copies: The folder does not exist\. /);
    folder.write('raan.toml', SOUND.replace('copies', '/proc/copies'));
    assert.match(await problems(), /\/proc\/copies: its disk has 0 kB free, and a backup needs \d/);
  });

  test('a backup that cannot be read is reported, and not that there is none', async () => {
    const folder = await openValid();
    const [name = ''] = readdirSync(folder.path('copies'));
    const file = folder.path('copies', name);
    const problemWith = async (target: string) => {
      rmSync(file);
      symlinkSync(target, file);
      const [problem = '', ...others] = await problemsOf(folder);
      assert.deepEqual(others, []);
      return problem.replace(file, 'FILE');
    };
    assert.match(
      await problemWith(file),
      /^raan: The backup FILE cannot be read\. Its links lead in a circle\. Fix that, /,
    );
    const withoutContent = '/proc/self/mem'; // reading its start fails
    assert.match(
      await problemWith(withoutContent),
      /^raan: FILE cannot be restored \(It cannot be read \(EIO\)\)\. Let /,
    );
  });

  test('a backup folder that the service may not write is reported', {
    skip: UNPRIVILEGED === undefined && 'only root can switch users',
  }, async () => {
    const folder = await openValid();
    chmodSync(folder.path('copies'), 0o755);
    for (const name of ['.', 'raan.db']) chownSync(folder.path(name), UNPRIVILEGED as number, UNPRIVILEGED as number);
    const expected = /No backup can be created in .*copies: the owner of .*raan\.db may not write there\. Fix that/;
    assert.match((await problemsOf(folder)).join(), expected);
    chmodSync(folder.path('copies'), 0o757);
    assert.match(
      (await problemsOf(folder)).join(),
      /Run: chown --reference=\S+raan\.db \S+copies && chmod go-w \S+copies/,
    );
  });

  test('backups are checked even if the database cannot be opened', async () => {
    const folder = await openValid();
    folder.change('PRAGMA user_version = 999');
    rmSync(folder.path('copies'), { recursive: true });
    const problems = await problemsOf(folder);
    assert.match(problems.join('\n'), /schema version 999.*\n.*There is no backup in .*copies\. /);
    rmSync(folder.path('raan.db'));
    mkdirSync(folder.path('raan.db'));
    const notAFile = (await problemsOf(folder)).join('\n');
    assert.match(notAFile, /raan\.db is not a file\. Set another "database"/);
    assert.doesNotMatch(notAFile, /chmod 600/);
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
