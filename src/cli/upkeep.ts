import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Config, DEFAULT_CONFIG_FILE } from '../config.ts';
import { unblockSignIn } from '../domain/accounts/throttle.ts';
import { checkCopy } from '../domain/backups/check-copy.ts';
import { unblock } from '../domain/channels/throttle.ts';
import { checkDatabase } from '../domain/check.ts';
import { Fault, Refusal } from '../lib/errors.ts';
import { contentsDocument, contentsLines } from './contents.ts';
import type { Shell } from './shell.ts';

export function upkeepCommands(shell: Shell): void {
  shell.program
    .command('check')
    .description('check the database, or a backup: integrity, references, ledger, schema')
    .argument('[file]', 'a backup; it is checked as by a restore, and nothing of it is changed')
    .action((file?: string) => (file === undefined ? checkOwn(shell) : checkBackup(shell, path.resolve(file))));
  shell.program
    .command('config')
    .description('the config file')
    .command('check')
    .description('name every fault of the config file at once')
    .action(() => {
      const config = shell.config();
      const file = path.resolve(shell.configFile ?? DEFAULT_CONFIG_FILE);
      shell.answer(
        withoutSecrets(config),
        existsSync(file) ? `${file} is sound` : `there is no ${file}; the defaults serve`,
      );
    });
  shell.program
    .command('unblock')
    .description('lift a block at the token endpoint or the office’s sign-in')
    .argument('<name>', 'what is blocked: a channel’s client id, an account’s name, or an IP address')
    .action((name: string) =>
      shell.withDatabase(async (ctx) => {
        const lifted = await ctx.write((db) => [unblock(db, name), unblockSignIn(db, name)]);
        if (!lifted.includes(true)) throw new Refusal('not_found', `${name} is not blocked`);
        shell.answer({ unblocked: name }, `${name} is no longer blocked`);
      }),
    );
}

const checkOwn = (shell: Shell): Promise<void> =>
  shell.withDatabase((ctx) => {
    const { schemaVersion, faults } = checkDatabase(ctx.db);
    if (faults.length > 0) throw new Fault(faults);
    shell.answer(
      { ok: true, schema_version: schemaVersion },
      `${ctx.db.file} is sound: integrity, references, ledger, schema version ${schemaVersion}`,
    );
  });

async function checkBackup(shell: Shell, file: string): Promise<void> {
  const contents = await checkCopy(file);
  shell.answer({ ok: true, file, ...contentsDocument(contents) }, [
    `${file} is sound: integrity, references, ledger`,
    ...contentsLines(contents),
  ]);
}

const HIDDEN = '(set)';

/** As it may be shown. */
function withoutSecrets(config: Config): Config {
  const { backup, metrics } = config;
  return {
    ...config,
    backup: { ...backup, s3: { ...backup.s3, secret_key: backup.s3.secret_key && HIDDEN } },
    metrics: { ...metrics, token: metrics.token && HIDDEN },
  };
}
