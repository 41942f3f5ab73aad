import { existsSync } from 'node:fs';
import type { Context } from '../context.ts';
import { dumpStores } from '../domain/storefile/dump.ts';
import { loadStoreFile } from '../domain/storefile/load.ts';
import { findStore, listStores } from '../domain/stores.ts';
import { readJson } from './read-input.ts';
import type { Shell } from './shell.ts';

export function storeFileCommands(shell: Shell): void {
  shell.program
    .command('load')
    .description('load a store file, all or nothing; prints the ids made and the secrets issued')
    .argument('<file>', 'the store file; - reads it from standard input')
    .option('--dry-run', 'check the file and say what it would make, and change nothing')
    .action(async (name: string, { dryRun = false }: { dryRun?: boolean }) => {
      const file = readJson(name);
      const load = ({ config, write, now }: Context): Promise<object> =>
        write((db) => loadStoreFile(db, file, config.values, now()));
      const isNew = !existsSync(shell.config().database);
      // A database is made only once the file has been tried.
      const tried = dryRun || isNew ? await shell.withDatabase(load, { create: true, dryRun: true }) : {};
      shell.answerJson(dryRun ? withoutSecrets(tried) : await shell.withDatabase(load, { create: isNew }));
    });
  shell.program
    .command('dump')
    .description(
      'print a store file of what is there, secrets left out; where it is loaded, the stores that products are pulled from have to be there, or in the file',
    )
    .argument('[store]', 'its key or id; all of them by default')
    .action((name?: string) =>
      shell.withDatabase((ctx) =>
        shell.answerJson(dumpStores(ctx.db, name === undefined ? listStores(ctx.db) : [findStore(ctx.db, name)])),
      ),
    );
}

const SECRETS = ['client_id', 'client_secret', 'webhook_secret'];

/** What a dry run answers: nothing is kept, the secrets least of all. */
const withoutSecrets = (answer: object): object =>
  JSON.parse(JSON.stringify({ dry_run: true, ...answer }, (key, value) => (SECRETS.includes(key) ? undefined : value)));
