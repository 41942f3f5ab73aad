import { existsSync } from 'node:fs';
import type { Context } from '../context.ts';
import { audit } from '../domain/audit/audit-log.ts';
import { dumpStores } from '../domain/storefile/dump.ts';
import { loadStoreFile } from '../domain/storefile/load.ts';
import { findStore, listStores } from '../domain/stores.ts';
import { invalidRequest } from '../lib/errors.ts';
import type { Cli } from './cli.ts';
import { readJson } from './files.ts';

export function storeFileCommands(cli: Cli): void {
  cli.program
    .command('load')
    .summary('Import a store file')
    .description('Import a store file, all or nothing. Prints the created ids and the issued secrets as JSON.')
    .argument('<file>', 'Store file; - reads standard input')
    .option('--dry-run', 'Check the file and print the result without saving it')
    .action(async (name: string, { dryRun = false }: { dryRun?: boolean }) => {
      const file = readJson(name);
      const load = ({ config, write, now }: Context): Promise<object> =>
        write((tx) => loadStoreFile(tx, file, config.values, now()));
      const isNew = !existsSync(cli.config().database);
      // A new database is created only after the file has loaded into a temporary one.
      const tried = dryRun || isNew ? await cli.withDatabase(load, { create: true, dryRun: true }) : {};
      cli.printJson(dryRun ? withoutSecrets(tried) : await cli.withDatabase(load, { create: isNew }));
    });
  cli.program
    .command('dump')
    .summary('Export stores as a store file')
    .description(
      'Export stores as a store file without secrets. To load it elsewhere, load the stores that products are pulled from as well.',
    )
    .argument('[store]', 'Store id or key (default: all stores)')
    .databaseAction(async (ctx, name?: string) => {
      const stores = name === undefined ? listStores(ctx.db) : [findStore(ctx.db, name)];
      for (const { key, sandboxOf } of stores)
        if (sandboxOf !== null) throw invalidRequest('store_is_a_sandbox', { store: key });
      await ctx.write((tx) => {
        for (const { id } of stores) audit(tx, 'data_exported', { storeId: id, detail: { file: 'store file' } });
      });
      cli.printJson(dumpStores(ctx.db, stores));
    });
}

const SECRETS = ['client_id', 'client_secret', 'webhook_secret', 'standard_key'];

/** The secrets of a dry run are not saved, so they are not printed. */
const withoutSecrets = (answer: object): object =>
  JSON.parse(JSON.stringify({ dry_run: true, ...answer }, (key, value) => (SECRETS.includes(key) ? undefined : value)));
