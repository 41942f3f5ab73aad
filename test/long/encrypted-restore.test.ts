import assert from 'node:assert/strict';
import { cpSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { isIdentity, isRecipient } from '../../src/lib/age/key-text.ts';
import { newKeyPair } from '../age.ts';
import { CONCURRENT, type Folder, openFolder } from '../cli.ts';
import { ANY, errorPattern, partialMessage } from '../errors.ts';
import { findingPattern } from '../findings.ts';
import { cafe } from '../support.ts';
import { runTool, toolTest } from '../tools.ts';

/** The error of each command for an invalid backup. */
const COMMANDS = { restore: 'backup_not_restored', check: 'backup_file_damaged' } as const;
type Refused = (typeof COMMANDS)[keyof typeof COMMANDS];

type Keys = Awaited<ReturnType<typeof newKeyPair>>;

/** A folder with the café, and its encrypted backup `copy.db.age`. */
async function withEncryptedCopy(...others: string[]): Promise<{ folder: Folder; keys: Keys }> {
  const keys = await newKeyPair();
  const folder = openFolder({ config: `backup.age_recipients = ${JSON.stringify([keys.recipient, ...others])}\n` });
  await folder.load({ stores: [cafe()] });
  await folder.runCommandJson('backup', folder.path('copy.db.age'));
  return { folder, keys };
}

const filesIn = (folder: Folder) =>
  readdirSync(folder.root)
    .filter((name) => name !== 'raan.db-serving')
    .sort();

describe('encrypted backups of the command line', CONCURRENT, () => {
  test('an encrypted backup is checked and restored with its identity, from a file, a variable or standard input', async () => {
    const { folder, keys } = await withEncryptedCopy();
    const copy = folder.path('copy.db.age');
    const before = filesIn(folder);
    const checked = await folder.runCommandJson('check', copy, '--identity', keys.file);
    assert.deepEqual([checked.ok, checked.stores], [true, ['บ้านกาแฟ']]);
    assert.deepEqual(filesIn(folder), before);
    const { from, kept, stores } = await folder.runCommandJson('restore', copy, '--identity', keys.file);
    assert.deepEqual([from, stores], [copy, ['บ้านกาแฟ']]);
    assert.deepEqual(filesIn(folder), [path.basename(kept), ...before].sort());
    assert.equal(statSync(folder.path('raan.db')).mode & 0o777, 0o600);
    await folder.runCommandJson('check');
    rmSync(folder.path('raan.db'));
    const input = await folder.spawnCommandWith({ input: keys.identity }, 'restore', copy, '--identity', '-');
    assert.equal(input.status, 0, input.stderr);
    for (const env of [{ RAAN_AGE_IDENTITY_FILE: keys.file }, { RAAN_AGE_IDENTITY: keys.identity }]) {
      const elsewhere = openFolder({ env, config: '' });
      assert.equal((await elsewhere.spawnCommandJson('restore', copy)).orders, 0);
    }
    const credentials = openFolder({ config: '' });
    credentials.write('raan-age-identity', keys.identity);
    const service = openFolder({ env: { CREDENTIALS_DIRECTORY: credentials.root }, config: '' });
    assert.deepEqual((await service.spawnCommandJson('check', copy)).ok, true);
  });

  test('without the right identity an encrypted backup is refused with one line, and nothing changes', async () => {
    const { folder, keys } = await withEncryptedCopy();
    const copy = folder.path('copy.db.age');
    const other = await newKeyPair();
    folder.write('none.txt', '# only a comment\n');
    folder.write('typo.txt', `\n${keys.identity.slice(0, -1)}${keys.identity.endsWith('Q') ? 'P' : 'Q'}\n`);
    const before = [filesIn(folder), folder.bytes('raan.db')];
    const [absent, none, typo] = [folder.path('absent.txt'), folder.path('none.txt'), folder.path('typo.txt')];
    const forAnother = partialMessage('backup_encrypted_for_others', { source: other.file });
    const reasons = (refused: Refused): [args: string[], reason: RegExp][] => [
      [[], errorPattern('backup_needs_identity', { file: copy })],
      [['--identity', other.file], errorPattern(refused, { file: copy, why: forAnother })],
      [['--identity', absent], errorPattern('identity_unreadable', { file: absent, why: `ENOENT${ANY}` })],
      [['--identity', none], errorPattern('identity_missing', { file: none })],
      [['--identity', typo], errorPattern('identity_malformed', { line: 2, file: typo })],
      [['--identity', copy], errorPattern('identity_malformed', { line: 1, file: copy })],
    ];
    for (const [command, refused] of Object.entries(COMMANDS))
      for (const [args, reason] of reasons(refused)) {
        const { status, errorLines } = await folder.runCommand(command, copy, ...args);
        assert.deepEqual([status, errorLines.length], [1, 1], errorLines.join('\n'));
        assert.match(errorLines[0] ?? '', reason);
      }
    assert.deepEqual([filesIn(folder), folder.bytes('raan.db')], before);
  });

  test('an encrypted backup that was cut off or changed is refused, and nothing changes', async () => {
    const { folder, keys } = await withEncryptedCopy();
    const whole = folder.bytes('copy.db.age');
    const changed = (at: number) => {
      const bytes = Buffer.from(whole);
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      return bytes;
    };
    const headerEnd = whole.indexOf('\n--- ') + 49;
    const otherShare = Buffer.from(whole);
    otherShare.write(whole.toString('latin1', 60, 61) === 'A' ? 'B' : 'A', 60); // one base64 character of the recipient's stanza
    const files = {
      header: otherShare,
      mac: changed(headerEnd - 20),
      nonce: changed(headerEnd + 3),
      middle: changed(whole.length >> 1),
      end: changed(whole.length - 1),
      'cut in a chunk': whole.subarray(0, -5_000),
      'cut between chunks': whole.subarray(0, headerEnd + 16 + 3 * 65_552),
      'cut in the header': whole.subarray(0, 100),
      'without content': whole.subarray(0, headerEnd + 16),
      longer: Buffer.concat([whole, Buffer.from('more')]),
    };
    const before = [filesIn(folder), folder.bytes('raan.db')];
    for (const [name, bytes] of Object.entries(files))
      for (const [command, refused] of Object.entries(COMMANDS)) {
        if (command === 'check' && name !== 'middle') continue;
        folder.write('copy.db.age', bytes);
        const { status, errorLines } = await folder.runCommand(
          command,
          folder.path('copy.db.age'),
          '--identity',
          keys.file,
        );
        assert.deepEqual([status, errorLines.length], [1, 1], `${name}: ${errorLines.join()}`);
        const why = partialMessage(name === 'header' ? 'backup_encrypted_for_others' : 'backup_encryption_changed');
        assert.match(errorLines[0] ?? '', errorPattern(refused, { why }), name);
      }
    assert.deepEqual([filesIn(folder), folder.bytes('raan.db')], before);
  });

  test('each of several recipients can restore', async () => {
    const spare = await newKeyPair();
    const { folder, keys } = await withEncryptedCopy(spare.recipient);
    for (const { file } of [keys, spare])
      await folder.runCommandJson('check', folder.path('copy.db.age'), '--identity', file);
  });

  test('the name of a backup says whether it is encrypted, and plaintext needs an option', async () => {
    const { folder } = await withEncryptedCopy();
    const refused = await folder.runCommand('backup', folder.path('clear.db'));
    assert.match(refused.stderr, errorPattern('backup_name_not_encrypted'));
    await folder.runCommandJson('backup', folder.path('clear.db'), '--unencrypted');
    await folder.runCommandJson('check', folder.path('clear.db'));
    const plain = openFolder({ config: '' });
    await plain.load({ stores: [cafe()] });
    assert.match(
      (await plain.runCommand('backup', plain.path('copy.db.age'))).stderr,
      errorPattern('backup_name_without_recipients'),
    );
    assert.equal(plain.has('copy.db.age'), false);
  });

  test('salvage explains why it does not read an encrypted backup', async () => {
    const { folder } = await withEncryptedCopy();
    const { status, stderr } = await folder.runCommand('salvage', folder.path('copy.db.age'), folder.path('new.db'));
    assert.deepEqual([status, folder.has('new.db')], [1, false]);
    assert.match(stderr, errorPattern('salvage_of_encrypted', { file: `${ANY}copy.db.age` }));
  });

  test('an invalid recipient is a configuration error that names the setting', async () => {
    const { recipient, identity } = await newKeyPair();
    const typo = `${recipient.slice(0, 20)}${recipient[20] === 'q' ? 'p' : 'q'}${recipient.slice(21)}`;
    for (const wrong of [typo, recipient.toUpperCase(), `${recipient}q`, identity, 'age1pq1', '', 'ssh-ed25519 AAAA']) {
      const folder = openFolder({ config: `backup.age_recipients = ["${recipient}", "${wrong}"]\n` });
      const { status, errorLines } = await folder.runCommand('config', 'check');
      assert.deepEqual([status, errorLines.length], [1, 1]);
      assert.match(
        errorLines[0] ?? '',
        errorPattern('config_not_an_age_recipient', { path: `${ANY}raan.toml: backup.age_recipients[1]` }),
      );
      assert.doesNotMatch(errorLines[0] ?? '', /AGE-SECRET/);
    }
  });

  test('a new identity is written to a private file and never overwritten, and the output names the key that a restore needs too', async () => {
    const folder = openFolder();
    const { status, stdout } = await folder.runCommand('key', 'new-identity', folder.path('identity.txt'));
    assert.equal(status, 0);
    const [, recipient = ''] = /^recipient {2}(age1\S+)$/m.exec(stdout) ?? [];
    const identity =
      folder
        .read('identity.txt')
        .split('\n')
        .find((line) => !line.startsWith('#')) ?? '';
    assert.deepEqual([isRecipient(recipient), isIdentity(identity), stdout.includes(identity)], [true, true, false]);
    assert.match(stdout, /raan\.key/);
    assert.equal(statSync(folder.path('identity.txt')).mode & 0o777, 0o600);
    const again = await folder.runCommand('key', 'new-identity', folder.path('identity.txt'));
    assert.match(again.stderr, errorPattern('backup_target_exists', { file: `${ANY}identity.txt` }));
    const printed = await folder.runCommandJson('key', 'new-identity');
    assert.deepEqual([isRecipient(printed.recipient), isIdentity(printed.identity)], [true, true]);
  });

  test('the printed identity, redirected into a file, opens the backups', async () => {
    const folder = openFolder();
    const { stdout } = await folder.runCommand('key', 'new-identity');
    folder.write('identity.txt', stdout);
    const [, recipient = ''] = /^# public key: (age1\S+)$/m.exec(stdout) ?? [];
    folder.write('raan.toml', `backup.age_recipients = ["${recipient}"]\n`);
    await folder.load({ stores: [cafe()] });
    const copy = folder.path('copy.db.age');
    await folder.runCommandJson('backup', copy);
    const checked = await folder.runCommandJson('check', copy, '--identity', folder.path('identity.txt'));
    assert.deepEqual(checked.stores, ['บ้านกาแฟ']);
  });

  test('doctor says which private key the backups need, and reports a private key next to the database', async () => {
    const { folder, keys } = await withEncryptedCopy();
    const { stdout } = await folder.runCommand('doctor');
    assert.match(
      stdout,
      new RegExp(`encryption +backups are for ${keys.recipient}; they cannot be read without its private key`),
    );
    assert.deepEqual((await folder.runCommand('doctor', '--json')).json.age_recipients, [keys.recipient]);
    cpSync(keys.file, folder.path('forgotten'));
    const { stderr } = await folder.runCommand('doctor');
    assert.match(
      stderr,
      findingPattern(
        partialMessage('identity_beside_backups', { file: folder.path('forgotten') }),
        partialMessage('move_identity_away'),
      ),
    );
  });

  toolTest(
    ['age', 'age-keygen'],
    'the program age decrypts what raan encrypts, and raan restores what age encrypts',
    async () => {
      const folder = openFolder();
      runTool('age-keygen', '-o', folder.path('identity.txt'));
      const recipient = runTool('age-keygen', '-y', folder.path('identity.txt')).trim();
      folder.write('raan.toml', `backup.age_recipients = ["${recipient}"]\n`);
      await folder.load({ stores: [cafe()] });
      await folder.runCommandJson('backup', folder.path('copy.db.age'));
      runTool(
        'age',
        '-d',
        '-i',
        folder.path('identity.txt'),
        '-o',
        folder.path('clear.db'),
        folder.path('copy.db.age'),
      );
      assert.deepEqual((await folder.runCommandJson('check', folder.path('clear.db'))).stores, ['บ้านกาแฟ']);
      runTool('age', '-r', recipient, '-o', folder.path('by-age.db'), folder.path('clear.db'));
      const args = [folder.path('by-age.db'), '--identity', folder.path('identity.txt')];
      assert.deepEqual((await folder.runCommandJson('restore', ...args)).stores, ['บ้านกาแฟ']);
      await folder.runCommandJson('key', 'new-identity', folder.path('own.txt'));
      const own = runTool('age-keygen', '-y', folder.path('own.txt')).trim();
      assert.equal(isRecipient(own), true);
      runTool('age', '-r', own, '-o', folder.path('own.age'), folder.path('clear.db'));
      await folder.runCommandJson('check', folder.path('own.age'), '--identity', folder.path('own.txt'));
    },
  );
});
