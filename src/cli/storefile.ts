import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '../config.ts';
import { type Context, openContext } from '../context.ts';
import { dumpStores } from '../domain/storefile/dump.ts';
import { loadStoreFile } from '../domain/storefile/load.ts';
import { findStore, listStores } from '../domain/stores.ts';
import { Fault } from '../lib/errors.ts';
import { dryRun } from './dry-run.ts';
import { inScratchFolder, type Shell } from './shell.ts';

export function storeFileCommands(shell: Shell): void {
  shell.program
    .command('load')
    .description('load a store file, all or nothing; prints the ids made and the secrets issued')
    .argument('<file>', 'the store file; - reads it from standard input')
    .option('--dry-run', 'check the file and say what it would make, and change nothing')
    .action(async (name: string, { dryRun }: { dryRun?: boolean }) => {
      const file = parseJson(readText(name), name);
      const config = shell.config();
      if (!existsSync(config.database))
        shell.answerJson(await (dryRun ? tryAfresh(config, file) : loadNew(config, file)));
      else
        await shell.withDatabase(async (ctx) =>
          shell.answerJson(await (dryRun ? tryLoad(ctx, file) : load(ctx, file))),
        );
    });
  shell.program
    .command('dump')
    .description('print a store file of what is there, secrets left out')
    .argument('[store]', 'its key or id; all of them by default')
    .action((name?: string) =>
      shell.withDatabase((ctx) =>
        shell.answerJson(dumpStores(ctx.db, name === undefined ? listStores(ctx.db) : [findStore(ctx.db, name)])),
      ),
    );
}

function readText(name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(name === '-' ? 0 : name)); // without a BOM
  } catch (error) {
    throw new Fault(`the store file ${name} cannot be read: ${(error as Error).message}`);
  }
}

function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Fault(`${name} is not valid JSON: ${(error as Error).message}`);
  }
}

/** Loads the file in one transaction. */
const load = (ctx: Context, file: unknown): Promise<object> => ctx.write((db) => loadStep(ctx, db, file));

const loadStep = (ctx: Context, db: Context['db'], file: unknown): object =>
  loadStoreFile(db, file, ctx.config.values, ctx.now());

/** Loads into a database of its own making, which is made only once the file has been tried. */
async function loadNew(config: Config, file: unknown): Promise<object> {
  await tryAfresh(config, file);
  const ctx = openContext(config, { create: true });
  try {
    return await load(ctx, file);
  } finally {
    ctx.close();
  }
}

/** Tries the load in a database that is thrown away. */
const tryAfresh = (config: Config, file: unknown): Promise<object> =>
  inScratchFolder(async (folder) => {
    const ctx = openContext({ ...config, database: path.join(folder, 'raan.db') }, { create: true });
    try {
      return await tryLoad(ctx, file);
    } finally {
      ctx.close();
    }
  });

/** What loading would make, with the secrets left out, since nothing is kept. */
async function tryLoad(ctx: Context, file: unknown): Promise<object> {
  const answer = await dryRun(ctx, (db) => loadStep(ctx, db, file));
  const secrets = ['client_id', 'client_secret', 'webhook_secret'];
  return JSON.parse(
    JSON.stringify({ dry_run: true, ...answer }, (key, value) => (secrets.includes(key) ? undefined : value)),
  );
}
