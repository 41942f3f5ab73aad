import assert from 'node:assert/strict';
import { cpSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { isIdentity, isRecipient } from '../src/lib/age/key-text.ts';
import { newKeyPair } from './age.ts';
import { CONCURRENT, type Folder, openFolder } from './cli.ts';
import { cafe } from './support.ts';
import { runTool, toolTest } from './tools.ts';

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
    const reasons: [args: string[], reason: RegExp][] = [
      [[], /^raan: \S+copy\.db\.age is encrypted\. Give the file with the private key of age: --identity FILE/],
      [
        ['--identity', other.file],
        /copy\.db\.age (was not restored|is damaged)\. It is encrypted for another recipient: .*identity\.txt does not open it/,
      ],
      [['--identity', folder.path('absent.txt')], /identity file \S+absent\.txt cannot be read: ENOENT/],
      [['--identity', folder.path('none.txt')], /no private key of age \(AGE-SECRET-KEY-1…\) in \S+none\.txt/],
      [['--identity', folder.path('typo.txt')], /Line 2 of \S+typo\.txt is not a private key of age/],
      [['--identity', copy], /Line 1 of \S+copy\.db\.age is not a private key of age/],
    ];
    for (const command of ['restore', 'check'])
      for (const [args, reason] of reasons) {
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
    const files = {
      header: changed(60),
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
      for (const command of name === 'middle' ? ['restore', 'check'] : ['restore']) {
        folder.write('copy.db.age', bytes);
        const { status, errorLines } = await folder.runCommand(
          command,
          folder.path('copy.db.age'),
          '--identity',
          keys.file,
        );
        assert.deepEqual([status, errorLines.length], [1, 1], `${name}: ${errorLines.join()}`);
        assert.match(errorLines[0] ?? '', /It is (cut off, or was changed|encrypted for another recipient)/, name);
      }
    assert.deepEqual([filesIn(folder), folder.bytes('raan.db')], before);
  });

  test('each of several recipients can restore', async () => {
    const spare = await newKeyPair();
    const { folder, keys } = await withEncryptedCopy(spare.recipient);
    for (const { file } of [keys, spare])
      await folder.runCommandJson('check', folder.path('copy.db.age'), '--identity', file);
  });

  test('the name of a backup says whether it is encrypted, and clear text needs an option', async () => {
    const { folder } = await withEncryptedCopy();
    const refused = await folder.runCommand('backup', folder.path('clear.db'));
    assert.match(
      refused.stderr,
      /backup\.age_recipients is set\. Give a name that ends in \.age, or add --unencrypted/,
    );
    await folder.runCommandJson('backup', folder.path('clear.db'), '--unencrypted');
    await folder.runCommandJson('check', folder.path('clear.db'));
    const plain = openFolder({ config: '' });
    await plain.load({ stores: [cafe()] });
    assert.match((await plain.runCommand('backup', plain.path('copy.db.age'))).stderr, /Set backup\.age_recipients/);
    assert.equal(plain.has('copy.db.age'), false);
  });

  test('salvage explains why it does not read an encrypted backup', async () => {
    const { folder } = await withEncryptedCopy();
    const { status, stderr } = await folder.runCommand('salvage', folder.path('copy.db.age'), folder.path('new.db'));
    assert.deepEqual([status, folder.has('new.db')], [1, false]);
    assert.match(stderr, /copy\.db\.age is encrypted\..* use "raan restore"/);
  });

  test('an invalid recipient is a configuration error that names the setting', async () => {
    const { recipient, identity } = await newKeyPair();
    const typo = `${recipient.slice(0, 20)}${recipient[20] === 'q' ? 'p' : 'q'}${recipient.slice(21)}`;
    for (const wrong of [typo, recipient.toUpperCase(), `${recipient}q`, identity, 'age1pq1', '', 'ssh-ed25519 AAAA']) {
      const folder = openFolder({ config: `backup.age_recipients = ["${recipient}", "${wrong}"]\n` });
      const { status, errorLines } = await folder.runCommand('config', 'check');
      assert.deepEqual([status, errorLines.length], [1, 1]);
      assert.match(errorLines[0] ?? '', /raan\.toml: backup\.age_recipients\[1\]: Must be a public key of age/);
      assert.doesNotMatch(errorLines[0] ?? '', /AGE-SECRET/);
    }
  });

  test('a new identity is written to a private file and never overwritten, and the output says what its loss means', async () => {
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
    assert.match(stdout, /If every copy of it is lost, they cannot be restored/);
    assert.match(stdout, /raan\.key.*no backup contains it/);
    assert.equal(statSync(folder.path('identity.txt')).mode & 0o777, 0o600);
    const again = await folder.runCommand('key', 'new-identity', folder.path('identity.txt'));
    assert.match(again.stderr, /identity\.txt already exists/);
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
      /forgotten contains a private key of age, so it protects nothing here\. Copy it to two places/,
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
