import fs from 'node:fs';
import { registerHooks, syncBuiltinESMExports } from 'node:module';
import Sqlite, { type Options } from 'better-sqlite3';
import './next-release.ts';

// Opens the database in the first argument as the next release, which upgrades it, and kills itself before the step in
// the second argument: an SQL statement, or a call that moves a file. Without it, prints the number of steps.

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

// Connections of the program count each statement before they run it.
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
