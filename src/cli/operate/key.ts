import { discardUnreadable, keyStates, rotateKey } from '../../domain/secrets/key-changes.ts';
import { newSealingKey } from '../../lib/sealed.ts';
import type { Cli } from '../cli.ts';
import { counted } from '../counted.ts';
import { table } from '../table.ts';
import { newIdentityCommand } from './new-identity.ts';

export function keyCommands(cli: Cli): void {
  const key = cli.program
    .command('key')
    .summary('Manage the encryption key for secrets, and key pairs for encrypted backups')
    .description(
      'Show or change the key that encrypts secrets in the database, or generate a key pair for encrypted backups.',
    );
  key
    .command('show')
    .description('Show where the key is, and the ids of the keys. The keys themselves are not printed.')
    .databaseAction(({ db }) => {
      const keys = keyStates(db);
      const rows = keys.map(({ id, current, used, missing }) => [
        id,
        ...[current, used, missing].map((is) => (is ? 'yes' : 'no')),
      ]);
      cli.print({ source: db.keys.name, keys }, [
        `source  ${db.keys.name}`,
        ...table(['key', 'current', 'used', 'missing'], rows),
      ]);
    });
  key
    .command('rotate')
    .summary('Make a new key and encrypt every secret with it')
    .description(
      'Generate a new key and re-encrypt every secret in the database with it. Works while a server runs. The key file keeps the old key for older backups.',
    )
    .databaseAction(async (ctx) => {
      const made = newSealingKey();
      const secrets = await ctx.write((tx) => rotateKey(tx, made));
      const file = ctx.db.keys.name;
      cli.print({ key: made.id, file, secrets }, [
        `key ${made.id} in ${file} encrypts ${counted(secrets, 'secret')}`,
        'Copy the file to a place away from this machine and from the backups.',
      ]);
    });
  key
    .command('discard-unreadable')
    .summary('Discard the secrets of a lost key')
    .description(
      'Discard the secrets whose key is lost permanently, so that the server starts again. Prints what each secret belonged to. "raan help operate" explains how to replace them.',
    )
    .databaseAction(async (ctx) => {
      const made = newSealingKey();
      const discarded = await ctx.write((tx) => discardUnreadable(tx, made));
      cli.print({ discarded }, [
        ...discarded.map((owner) => `discarded  secret of ${owner}`),
        discarded.length === 0
          ? 'every secret is readable; nothing was discarded'
          : 'Run "raan app reset-secret APP" and "raan courier set COURIER secret=SECRET", and tell the partners. Set up the others again in the office.',
      ]);
    });
  newIdentityCommand(key, cli);
}
