import path from 'node:path';
import type { Context } from '../../context.ts';
import { forgetOpenAlerts } from '../../domain/alerts/restored.ts';
import { audit } from '../../domain/audit/audit-log.ts';
import { type Contents, checkCopy } from '../../domain/backups/backup-contents.ts';
import { copyToFile } from '../../domain/backups/make.ts';
import { type Restored, restoreBackup, restoreStored } from '../../domain/backups/restore.ts';
import { checkDatabase } from '../../domain/check-database.ts';
import { repeatErasures } from '../../domain/privacy/erase.ts';
import { readIdentities } from '../../lib/age/identities.ts';
import { bangkokMinute } from '../../lib/calendar.ts';
import { messageOfError, OperatorError } from '../../lib/errors.ts';
import { message } from '../../lib/messages/message.ts';
import { now } from '../../lib/runtime.ts';
import type { Cli } from '../cli.ts';

const S3 = 's3:';

const IDENTITY_OPTION = [
  '--identity <file>',
  'File with the private key of age for an encrypted backup; - reads standard input (default: RAAN_AGE_IDENTITY_FILE)',
] as const;

interface IdentityOption {
  identity?: string;
}

export function databaseCommands(cli: Cli): void {
  cli.program
    .command('backup')
    .summary('Back up the database')
    .description(
      'Back up the database into a new file and verify the copy. Works while a server runs. A name that ends in .age creates an encrypted backup, for backup.age_recipients.',
    )
    .argument('<file>', 'File to create; an existing file is never overwritten')
    .option('--unencrypted', 'Allow an unencrypted backup although backup.age_recipients is set')
    .databaseAction((ctx, file: string, { unencrypted = false }: { unencrypted?: boolean }) =>
      backUp(cli, ctx, { file: path.resolve(file), isClear: unencrypted }),
    );
  cli.program
    .command('restore')
    .summary('Restore a backup')
    .description('Replace the database with a backup. Stop the server first. The replaced database is kept next to it.')
    .argument('<file>', 'Backup file; s3:NAME downloads it from the configured bucket, s3: downloads the newest one')
    .option(...IDENTITY_OPTION)
    .action(async (file: string, { identity }: IdentityOption) => {
      const config = cli.config();
      const read = () => readIdentities(identity);
      const restored = file.startsWith(S3)
        ? await restoreStored(config, { name: file.slice(S3.length), now: now(), readIdentities: read })
        : await restoreBackup({ database: config.database, readIdentities: read }, path.resolve(file), now());
      await completeRestore(cli, restored);
      printRestored(cli, restored);
    });
  cli.program
    .command('check')
    .summary('Check the database or a backup')
    .description('Check the integrity, references, stock ledger and schema of the database or of a backup.')
    .argument('[file]', 'Backup to check (default: the database); it is not changed')
    .option(...IDENTITY_OPTION)
    .action((file: string | undefined, { identity }: IdentityOption) =>
      file === undefined ? checkOwn(cli) : checkBackup(cli, path.resolve(file), identity),
    );
  cli.program
    .command('upgrade')
    .summary('Upgrade the database to this version')
    .description(
      'Upgrade the database of an older version to the schema of this one. A copy is saved first. "raan serve" does the same.',
    )
    .action(() => cli.withDatabase((ctx) => printUpgraded(cli, ctx), { upgrade: true }));
}

/** Logs the restore and repeats erasures that are newer than the copy. With an older schema, the next server does it. */
async function completeRestore(cli: Cli, { from }: Restored): Promise<void> {
  try {
    await cli.withDatabase(async (ctx) => {
      const detail = { from: path.basename(from) };
      await ctx.write((tx) => {
        audit(tx, 'database_restored', { storeId: null, detail });
        forgetOpenAlerts(tx);
      });
      await repeatErasures(ctx);
    });
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
  }
}

async function backUp(cli: Cli, ctx: Context, { file, isClear }: { file: string; isClear: boolean }): Promise<void> {
  const start = ctx.monotonic();
  const { size, rows, schemaVersion } = await copyToFile(ctx, file, isClear);
  await logBackup(cli, ctx, file);
  const seconds = Number(((ctx.monotonic() - start) / 1_000).toFixed(2));
  const total = Object.values(rows).reduce((sum, n) => sum + n, 0);
  cli.print(
    { file, bytes: size, rows: total, tables: rows, schema_version: schemaVersion, seconds },
    `${file}: ${size} bytes, ${total} rows, schema version ${schemaVersion}, copied and verified in ${seconds} s`,
  );
}

/** A full disk must not keep the operator from backing up to another. */
async function logBackup(cli: Cli, ctx: Context, file: string): Promise<void> {
  const detail = { file: path.basename(file) };
  try {
    await ctx.write((tx) => audit(tx, 'backup_made', { storeId: null, detail }));
  } catch (error) {
    cli.warn(message('backup_not_logged', { file, why: messageOfError(error) }));
  }
}

const printRestored = (cli: Cli, { from, database, kept, ...contents }: Restored): void =>
  cli.print({ from, database, kept, ...contentsDocument(contents) }, [
    `restored ${from} to ${database}`,
    ...contentsLines(contents),
    `before           ${kept === null ? 'there was no database' : `saved as ${kept}`}`,
  ]);

const checkOwn = (cli: Cli): Promise<void> =>
  cli.withDatabase((ctx) => {
    const { schemaVersion, problems } = checkDatabase(ctx.db);
    if (problems.length > 0) throw new OperatorError(problems);
    cli.print(
      { ok: true, schema_version: schemaVersion },
      `${ctx.db.file} is valid: integrity, references, ledger, schema version ${schemaVersion}`,
    );
  });

async function checkBackup(cli: Cli, file: string, identity: string | undefined): Promise<void> {
  const read = () => readIdentities(identity);
  const folderForClear = () => path.dirname(cli.config().database);
  const contents = await checkCopy(file, { readIdentities: read, folderForClear, now: now() });
  cli.print({ ok: true, file, ...contentsDocument(contents) }, [
    `${file} is valid: integrity, references, ledger`,
    ...contentsLines(contents),
  ]);
}

const printUpgraded = (cli: Cli, { db, upgraded, schemaVersion }: Context): void =>
  cli.print(
    {
      database: db.file,
      schema_version: schemaVersion,
      upgraded_from: upgraded?.from ?? null,
      copy: upgraded?.copy ?? null,
    },
    `${db.file} has schema version ${schemaVersion}, the version of this raan`,
  );

const contentsDocument = ({ schemaVersion, upgradesTo, stores, orders, newestOrderTime }: Contents) => ({
  schema_version: schemaVersion,
  upgrades_to: upgradesTo,
  stores,
  orders,
  newest_order_time: newestOrderTime,
});

const contentsLines = ({ schemaVersion, upgradesTo, stores, orders, newestOrderTime }: Contents): string[] => [
  `schema version   ${schemaVersion}${upgradesTo === null ? '' : `, of an older raan; "raan serve" saves a copy and upgrades it to ${upgradesTo}`}`,
  `stores           ${stores.join(', ') || 'none'}`,
  `orders           ${orders}${newestOrderTime === null ? '' : `, newest ${bangkokMinute(newestOrderTime)}`}`,
];
