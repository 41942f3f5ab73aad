import fs from 'node:fs';
import { registerHooks, syncBuiltinESMExports } from 'node:module';
import Sqlite, { type Options } from 'better-sqlite3';
import './next-release.ts';

// Opens the database that is named first as the next release, upgrading it, and kills itself before the step that is named second: a
// statement of SQL, or a call that moves a file. Without one it prints how many steps there are.

const [file = '', at = '0'] = process.argv.slice(2);
let steps = 0;

function step(): void {
  steps++;
  if (steps === Number(at)) process.kill(process.pid, 'SIGKILL');
}

for (const name of ['openSync', 'renameSync', 'rmSync', 'fsyncSync'] as const) {
  const call = fs[name] as (...values: unknown[]) => unknown;
  Object.assign(fs, {
    [name]: (...values: unknown[]) => {
      step();
      return call(...values);
    },
  });
}
syncBuiltinESMExports();

// The program's own connections say each statement before they run it.
function CountedSqlite(name: string, options: Options): Sqlite.Database {
  return new Sqlite(name, { ...options, verbose: step });
}
Object.assign(globalThis, { CountedSqlite: Object.assign(CountedSqlite, { SqliteError: Sqlite.SqliteError }) });
registerHooks({
  resolve: (name, context, next) =>
    name === 'better-sqlite3'
      ? { url: 'data:text/javascript,export default globalThis.CountedSqlite', shortCircuit: true }
      : next(name, context),
});

const { openDatabase } = await import('../src/db/open.ts');
openDatabase(file, { create: false, upgrade: true }).connection.close();
console.log(steps);
