import assert from 'node:assert/strict';
import { chmodSync, chownSync, mkdirSync, readdirSync, rmSync, symlinkSync, truncateSync } from 'node:fs';
import { suite, test } from 'node:test';
import type { MessageKey } from '../../src/lib/messages/messages.ts';
import { CONCURRENT, type Folder, openFolderOf, UNPRIVILEGED } from '../cli.ts';
import { backupName, openValid, problemsOf, SOUND } from '../cli-doctor-steps.ts';
import { errorPattern, partialMessage } from '../errors.ts';
import { findingPattern } from '../findings.ts';
import { openShop } from '../support.ts';

const problems = async (folder: Folder): Promise<string> => (await problemsOf(folder)).join('\n');

const noBackup = (folder: Folder): RegExp =>
  findingPattern(
    partialMessage('folder_has_no_backup', { folder: folder.path('copies') }),
    partialMessage('check_service'),
  );

suite('raan doctor', CONCURRENT, () => {
  test('with a running server, a backup is late after a failed retry', async () => {
    const shop = await openShop();
    const folder = openFolderOf(shop);
    folder.write('raan.toml', `${folder.read('raan.toml')}backup.folder = "copies"\n`);
    mkdirSync(folder.path('copies'));
    await folder.runCommand('backup', folder.path('copies', backupName(Date.now() - 26 * 3_600_000)));
    const late = findingPattern(
      partialMessage('backup_overdue', { age: 26 * 3_600_000, every: 24 * 3_600_000 }),
      partialMessage('check_service'),
    );
    assert.match(await problems(folder), late);
    await shop.stop();
    assert.doesNotMatch(await problems(folder), late);
  });

  test('a file that is only named like a backup is not counted as one', async () => {
    const folder = await openValid();
    const [valid = ''] = readdirSync(folder.path('copies'));
    const junk = backupName(Date.now() - 1_000);
    const cases = [
      ['', 'backup_empty'],
      ['ab', 'backup_not_a_database'],
      [folder.bytes(`copies/${valid}`).subarray(0, 8_192), 'backup_cut_off'],
    ] as const;
    const unusable = (key: MessageKey, more: number) =>
      findingPattern(
        partialMessage('backup_cannot_be_restored', {
          file: folder.path('copies', junk),
          problem: partialMessage(key),
          more,
        }),
        partialMessage('remove_damaged_backup'),
      );
    for (const [content, key] of cases) {
      folder.write(`copies/${junk}`, content);
      const [problem = '', ...others] = await problemsOf(folder);
      assert.match(problem, unusable(key, 0));
      assert.deepEqual(others, []);
    }
    truncateSync(folder.path('copies', valid), 1_000);
    folder.write('copies/raan-20200101-000000.db', 'ab');
    const found = await problems(folder);
    assert.match(found, unusable('backup_cut_off', 2));
    assert.match(found, noBackup(folder));
  });

  test('the reason for failing backups is reported', async () => {
    const folder = await openValid();
    const copies = folder.path('copies');
    rmSync(copies, { recursive: true });
    const unusable = (key: MessageKey) =>
      findingPattern(
        partialMessage('backup_folder_unusable', { folder: copies, why: partialMessage(key) }),
        partialMessage('fix_or_change_backup_folder'),
      );
    assert.match(await problems(folder), noBackup(folder));
    folder.write('copies', '');
    const [problem = '', ...others] = await problemsOf(folder);
    assert.match(problem, unusable('file_not_a_folder'));
    assert.deepEqual(others, []);
    rmSync(copies);
    symlinkSync('copies', copies);
    assert.match(await problems(folder), unusable('file_links_in_a_circle'));
    rmSync(copies);
    symlinkSync('absent', copies);
    assert.match(await problems(folder), unusable('file_folder_missing'));
    folder.write('raan.toml', SOUND.replace('copies', '/proc/copies'));
    const small = partialMessage('backup_disk_too_small', { folder: '/proc/copies', free: 0 });
    assert.match(await problems(folder), findingPattern(small));
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
      return problem;
    };
    const withoutContent = '/proc/self/mem'; // reading its start fails
    for (const [target, why] of [
      [file, 'ELOOP'],
      [withoutContent, 'EIO'],
    ] as const)
      assert.match(
        await problemWith(target),
        findingPattern(
          partialMessage('backup_cannot_be_restored', {
            file,
            problem: partialMessage('backup_unreadable', { why }),
            more: 0,
          }),
          partialMessage('make_backup_readable'),
        ),
      );
  });

  test('a backup folder that the service may not write is reported', {
    skip: UNPRIVILEGED === undefined && 'only root can switch users',
  }, async () => {
    const folder = await openValid();
    chmodSync(folder.path('copies'), 0o755);
    for (const name of ['.', 'raan.db']) chownSync(folder.path(name), UNPRIVILEGED as number, UNPRIVILEGED as number);
    const [copies, database] = [folder.path('copies'), folder.path('raan.db')];
    const denied = partialMessage('backup_folder_denies_owner', { folder: copies, database });
    assert.match(await problems(folder), findingPattern(denied, partialMessage('fix_or_change_backup_folder')));
    chmodSync(copies, 0o757);
    const command = `chown --reference=${database} ${copies} && chmod go-w ${copies}`;
    assert.match(
      await problems(folder),
      findingPattern(partialMessage('others_replace_backups'), partialMessage('run_command', { command })),
    );
  });

  test('backups are checked even if the database cannot be opened', async () => {
    const folder = await openValid();
    folder.change('PRAGMA user_version = 999');
    rmSync(folder.path('copies'), { recursive: true });
    const [newer = '', backup = ''] = await problemsOf(folder);
    assert.match(newer, errorPattern('database_of_newer_raan', { version: 999 }));
    assert.match(backup, noBackup(folder));
    rmSync(folder.path('raan.db'));
    mkdirSync(folder.path('raan.db'));
    const notAFile = await problems(folder);
    assert.match(notAFile, errorPattern('database_not_a_file', { file: folder.path('raan.db') }));
    assert.doesNotMatch(notAFile, /chmod 600/);
  });
});
