import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Context, openContext } from '../context.ts';
import { dumpStores } from '../domain/storefile/dump.ts';
import { loadStoreFile } from '../domain/storefile/load.ts';
import { findStore, listStores } from '../domain/stores.ts';
import { Fault } from '../lib/errors.ts';
import type { Shell } from './shell.ts';

export function storeFileCommands(shell: Shell): void {
  shell.program
    .command('load')
    .description('load a store file, all or nothing; prints the ids made and the secrets issued')
    .argument('<file>')
    .option('--dry-run', 'check the file and say what it would make, and change nothing')
    .action(async (name: string, { dryRun }: { dryRun?: boolean }) => {
      const file = parseJson(readText(name), name);
      const config = shell.config();
      const isNew = !existsSync(config.database);
      const scratch = dryRun && isNew ? mkdtempSync(path.join(tmpdir(), 'raan-')) : undefined;
      const database = scratch ? path.join(scratch, 'raan.db') : config.database;
      let done = false;
      const ctx = openContext({ ...config, database }, { create: true });
      try {
        shell.answerJson(await (dryRun ? tryLoad(ctx, file) : load(ctx, file)));
        done = true;
      } finally {
        ctx.close();
        if (scratch) rmSync(scratch, { recursive: true });
        else if (isNew && !done) for (const end of ['', '-wal', '-shm']) rmSync(database + end, { force: true });
      }
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
    return readFileSync(name === '-' ? 0 : name, 'utf8');
  } catch (error) {
    throw new Fault(`the store file ${name} cannot be read: ${(error as Error).message}`);
  }
}

function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new Fault(`${name} is not valid JSON: ${(error as Error).message}`);
  }
}

/** Loads the file in one transaction; `end` may undo it by throwing. */
const load = (ctx: Context, file: unknown, end = (answer: object): object => answer) =>
  ctx.write((db) => end(loadStoreFile(db, file, ctx.config.values, ctx.now())));

/** What loading would make, with the secrets left out, since nothing is kept. */
async function tryLoad(ctx: Context, file: unknown): Promise<object> {
  const undone = new Error('a dry run keeps nothing');
  let answer = {};
  try {
    await load(ctx, file, (made) => {
      answer = made;
      throw undone;
    });
  } catch (error) {
    if (error !== undone) throw error;
  }
  const secrets = ['client_id', 'client_secret', 'webhook_secret'];
  return JSON.parse(
    JSON.stringify({ dry_run: true, ...answer }, (key, value) => (secrets.includes(key) ? undefined : value)),
  );
}
