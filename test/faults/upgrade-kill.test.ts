import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import Sqlite from 'better-sqlite3';
import { repetitions } from './long-runs.ts';
import '../next-release.ts';
import { OLD, putOldDatabase, rowsOf } from '../old-database.ts';

const { SCHEMA_VERSION } = await import('../../src/db/migrate.ts');
const { openDatabase } = await import('../../src/db/open.ts');
const { checkDatabase } = await import('../../src/domain/check-database.ts');
const { TestDatabase } = await import('../sql.ts');
const { temporaryFolder } = await import('../support.ts');

const POINTS = repetitions(12, 50);
const CONCURRENCY = 4; // processes at a time

/** Runs the upgrade of `file`; returns nothing if it is killed. */
async function runUpgrade(file: string, at = 0): Promise<string | undefined> {
  const program = path.join(import.meta.dirname, '..', 'upgrade-process.ts');
  const run = promisify(execFile)(process.execPath, ['--no-warnings', program, file, String(at)]);
  return run.then(
    ({ stdout }) => stdout,
    (error: { signal?: string; stderr: string }) => assert.equal(error.signal, 'SIGKILL', error.stderr) as undefined,
  );
}

/** Schema version, integrity, orders and stock of a database. */
function stateOf(file: string): { schema: number; integrity: unknown; rows: object } {
  const db = new Sqlite(file);
  const state = {
    schema: db.pragma('user_version', { simple: true }) as number,
    integrity: db.pragma('integrity_check', { simple: true }),
    rows: rowsOf(db),
  };
  db.close();
  return state;
}

test(`an upgrade killed at ${POINTS} points leaves the complete old or new schema, and the next start finishes it`, async () => {
  const folder = temporaryFolder();
  const old = path.join(folder, 'old.db');
  putOldDatabase(old);
  const before = stateOf(old);
  assert.deepEqual([before.schema, before.integrity], [OLD, 'ok']);
  const whole = path.join(temporaryFolder(), 'raan.db');
  copyFileSync(old, whole);
  const steps = Number(await runUpgrade(whole));
  assert.ok(steps > 100, `${steps} steps`);

  const left = { [OLD]: 0, [SCHEMA_VERSION]: 0, copies: 0 };
  let next = 0;
  const killAll = async () => {
    for (let point = next++; point < POINTS; point = next++) {
      const at = 1 + Math.round((point * (steps - 1)) / (POINTS - 1));
      const place = temporaryFolder();
      const file = path.join(place, 'raan.db');
      copyFileSync(old, file);
      assert.equal(await runUpgrade(file, at), undefined, `it was killed at ${at}`);

      const copies = readdirSync(place).filter((name) => /^raan-before-.*\.db$/.test(name));
      for (const copy of copies) assert.deepEqual(stateOf(path.join(place, copy)), before, `the copy at ${at}`);
      const { schema, integrity, rows } = stateOf(file);
      assert.ok(schema === OLD || schema === SCHEMA_VERSION, `schema ${schema} at ${at}`);
      assert.deepEqual({ integrity, rows }, { integrity: 'ok', rows: before.rows }, `at ${at}`);
      if (schema === SCHEMA_VERSION) assert.equal(copies.length, 1);
      left[schema as keyof typeof left]++;
      left.copies += copies.length;

      const { connection, upgraded } = openDatabase(file, { create: false, upgrade: true });
      const db = new TestDatabase(connection);
      assert.equal(upgraded?.from, schema === OLD ? OLD : undefined);
      assert.deepEqual(checkDatabase(db), { schemaVersion: SCHEMA_VERSION, problems: [] });
      db.close();
      assert.deepEqual(stateOf(file).rows, before.rows);
      const beside = readdirSync(place).filter((name) => !/^raan\.db/.test(name));
      assert.deepEqual(beside, [`raan-before-schema-${SCHEMA_VERSION}.db`], `at ${at}`);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, killAll));
  for (const [what, times] of Object.entries(left)) assert.ok(times > 0, `${what}: ${JSON.stringify(left)}`);
});
