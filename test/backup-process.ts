import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import Sqlite from 'better-sqlite3';
import { openContext } from '../src/context.ts';
import { makeBackup } from '../src/domain/backups/make.ts';
import { restoreBackup } from '../src/domain/backups/restore.ts';

// A separate process for tests that kill it or limit its file size. Arguments: the action, the config as JSON, the file
// to restore, and optionally the number of the file system or SQLite call at which it kills itself.

const [does = '', json = '', file = '', last = ''] = process.argv.slice(2);
const config = JSON.parse(json);
const NOW = Date.parse('2026-11-21T15:47:30Z');

let calls = 0;
const counted = () => {
  calls += 1;
  if (calls === Number(last)) process.kill(process.pid, 'SIGKILL');
};

/** Counts calls of functions, before each call. */
function watch(owner: object, names: readonly string[]): void {
  const functions = owner as Record<string, (...args: unknown[]) => unknown>;
  for (const name of names) {
    const original = functions[name] as (...args: unknown[]) => unknown;
    functions[name] = function (this: unknown, ...args: unknown[]) {
      counted();
      return original.apply(this, args);
    };
  }
}

function watchAll(): void {
  watch(fs.promises, ['open', 'rename', 'rm', 'mkdir']);
  watch(fs, ['renameSync', 'rmSync', 'openSync', 'closeSync', 'writeSync']);
  watch(Sqlite.prototype, ['exec', 'pragma', 'backup', 'close']);
  syncBuiltinESMExports();
}

const ACTIONS: Record<string, () => Promise<unknown>> = {
  backup: async () => {
    const ctx = openContext(config, { create: false });
    watchAll();
    await makeBackup(ctx, NOW);
    return { calls };
  },
  restore: async () => {
    watchAll();
    await restoreBackup(config, file, NOW);
    return { calls };
  },
  /** Serves, and makes backups on request only. */
  serve: async () => {
    const ctx = openContext({ ...config, backup: { ...config.backup, folder: '' } }, { create: false });
    process.on('message', () => {
      makeBackup({ ...ctx, config }, Date.now()).then(
        ({ name }) => process.send?.({ made: name }),
        ({ message }: Error) => process.send?.({ refused: message, left: fs.readdirSync(config.backup.folder) }),
      );
    });
    const { serve } = await import('../src/serve.ts'); // slow to load, and only needed here
    const { address } = await serve(ctx);
    return { address };
  },
};

process.send?.(await ACTIONS[does]?.());
if (does !== 'serve') process.disconnect();
