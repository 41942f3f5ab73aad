import assert from 'node:assert/strict';
import { chmodSync, chownSync, mkdirSync, readdirSync, rmSync, symlinkSync, truncateSync } from 'node:fs';
import { suite, test } from 'node:test';
import { CONCURRENT, openFolderOf, UNPRIVILEGED } from './cli.ts';
import { backupName, openValid, problemsOf, SOUND } from './cli-doctor-steps.ts';
import { openShop } from './support.ts';

suite('raan doctor', CONCURRENT, () => {
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

  test('a file that is only named like a backup is not counted as one', async () => {
    const folder = await openValid();
    const [valid = ''] = readdirSync(folder.path('copies'));
    const junk = backupName(Date.now() - 1_000);
    const cases = [
      ['', /cannot be restored \(It is empty\)\. Remove it/],
      ['ab', /It is not a database\)/],
      [folder.bytes(`copies/${valid}`).subarray(0, 8_192), /It is cut off\)/],
    ] as const;
    for (const [content, expected] of cases) {
      folder.write(`copies/${junk}`, content);
      const [problem = '', ...others] = await problemsOf(folder);
      assert.match(problem, expected);
      assert.match(problem, new RegExp(`/copies/${junk} `));
      assert.deepEqual(others, []);
    }
    truncateSync(folder.path('copies', valid), 1_000);
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

  test('an unreadable backup is reported as unreadable, not as missing', async () => {
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
});
