import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { type KeyPair, makeKeyPair } from '../../lib/age/age-thread.ts';
import { OperatorError } from '../../lib/errors.ts';
import type { Cli, CliCommand } from '../cli.ts';
import { fileErrorReason } from '../files.ts';

export function newIdentityCommand(key: CliCommand, cli: Cli): void {
  key
    .command('new-identity')
    .summary('Make a key pair for encrypted backups')
    .description(
      'Generate an age key pair for encrypted backups: a recipient for backup.age_recipients, and an identity, the private key that a restore needs. raan stores neither. If every copy of the identity is lost, no backup that was encrypted for it can be restored. Run the command on your own machine, not on the server.',
    )
    .argument('[file]', 'File to create for the identity (default: print it)')
    .action(async (given?: string) => {
      const file = given === undefined ? undefined : path.resolve(given);
      const pair = await makeKeyPair();
      if (file !== undefined) writeIdentity(file, pair);
      const { recipient, identity } = pair;
      if (file === undefined) cli.print({ recipient, identity }, [...identityFile(pair), ...asComments(advice(pair))]);
      else cli.print({ recipient, file }, [`recipient  ${recipient}`, `identity   ${file}`, '', ...advice(pair)]);
    });
}

/** The output may be redirected into a file, which has to be an identity file. */
const asComments = (lines: readonly string[]): string[] => lines.map((line) => `# ${line}`);

/** The format of age-keygen. */
const identityFile = ({ recipient, identity }: KeyPair): string[] => [
  `# public key: ${recipient}`,
  '# The private key of encrypted backups. Keep it away from the server and from the backups.',
  identity,
];

function writeIdentity(file: string, pair: KeyPair): void {
  try {
    writeFileSync(file, `${identityFile(pair).join('\n')}\n`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw new OperatorError('backup_target_exists', { file });
    throw new OperatorError('file_not_writable', { file, why: fileErrorReason(error, 'folder') });
  }
}

const advice = ({ recipient }: KeyPair): string[] => [
  'Read this before you turn encryption on:',
  '1. The identity is the only key that opens the backups. If every copy of it is lost, they cannot be restored:',
  '   no password, no support and no other file helps.',
  '2. Keep it in two places away from the server, such as a password manager and a USB stick in a safe. raan needs only',
  '   the recipient to make backups, and never stores the identity. An identity on the server protects nothing.',
  '3. Also keep a copy of raan.key (see "raan key show"): no backup contains it, and the secrets in a backup need it.',
  `4. Only then turn encryption on, under [backup] in raan.toml:  age_recipients = ["${recipient}"]`,
  '5. After the next backup, prove that your copy of the identity opens it:',
  '   raan check FILE.age --identity IDENTITY-FILE',
];
