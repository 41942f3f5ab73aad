import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SCHEMA } from '../src/db/schema/schema.ts';
import { CURRENT_STOCK, TABLES, type Table } from '../src/db/tables.ts';
import { compareTables, DEFERRED } from './declared-tables.ts';
import { sources } from './sources.ts';
import { sql } from './sql.ts';
import { openShop } from './support.ts';

test('each table is written by exactly one file', async () => {
  const shop = await openShop();
  const tables = shop.ctx.db
    .all(
      sql<{ name: string }>(
        `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%'`,
      ),
    )
    .map(({ name }) => name);
  const writers = Object.fromEntries(
    tables.map((table) => {
      const writes = new RegExp(
        `\\b(INTO|UPDATE(\\s+OR\\s+\\w+)?|DELETE\\s+FROM)\\s+${table}\\b(?!_)|\\b(batchInsert|insertion)\\(\\{\\s*table: '${table}'`,
      );
      const files = sources.filter(({ file, text }) => !file.startsWith('db/schema/') && writes.test(text));
      return [table, files.map(({ file }) => file)];
    }),
  );
  const several = Object.entries(writers).filter(([, files]) => files.length > 1);
  assert.deepEqual(Object.fromEntries(several), {});
  assert.deepEqual(writers.stock, ['domain/stock/ledger.ts']);
  assert.deepEqual(writers.stock_ledger, ['domain/stock/ledger.ts']);
  assert.deepEqual(writers.available_changes, ['domain/webhooks/changes.ts']);
});

test('statements are checked for exactly the tables with pending writes', () => {
  const deferred = sources.flatMap(({ text }) =>
    [...text.matchAll(/\.deferUpdate\('(\w+)'|batchInsert\(\{\s*table: '(\w+)'/g)].map(
      ([, updated, added]) => updated ?? added,
    ),
  );
  assert.deepEqual([...new Set(deferred)].sort(), DEFERRED);
});

test('the check of declared tables sees what views, virtual tables, foreign keys and triggers open', () => {
  const compare = (sql: string, ...tables: Table[]) => compareTables({ sql, tables });
  const ofView = 'SELECT on_hand FROM current_stock WHERE variant_id = ?';
  assert.deepEqual(compare(ofView, 'stock').missing.sort(), ['count_lines', 'stock_documents']);
  assert.deepEqual(compare(ofView, ...CURRENT_STOCK), { missing: [], extra: [] });
  assert.deepEqual(compare('DELETE FROM order_search WHERE rowid = @id', 'orders'), {
    missing: ['order_search'],
    extra: ['orders'],
  });
  assert.deepEqual(compare('DELETE FROM sessions').missing, ['sessions']);
  assert.deepEqual(compare('DELETE FROM apps WHERE id = ?', 'apps').missing, ['webhook_deliveries']);
  assert.deepEqual(compare('UPDATE products SET folded_name = ?', 'products'), { missing: [], extra: [] }); // its trigger writes variant_words, which is never deferred
});

test('the list of tables matches the schema', async () => {
  const { ctx } = await openShop();
  const names = ctx.db.all(
    sql<{ name: string }>(
      `SELECT name FROM pragma_table_list
       WHERE schema = 'main' AND type IN ('table', 'virtual') AND name NOT LIKE 'sqlite_%' ORDER BY name`,
    ),
  );
  assert.deepEqual(
    names.map(({ name }) => name),
    TABLES,
  );
});

test('the comment above each table is a sentence, and the one above each index names its query or constraint', () => {
  const created = [...SCHEMA.matchAll(/((?:^-- .*\n)*)^CREATE (\w+ )*?(TABLE|INDEX|TRIGGER|VIEW) (\w+)/gm)];
  assert.equal(created.length, SCHEMA.match(/\bCREATE\b/g)?.length);
  const lacking = created.filter(([, comment = '', , kind]) => {
    const wanted = kind === 'INDEX' ? /^(?:Query|Queries|Constraint): .+\.$/s : /^[A-Z`].+\.$/s;
    return !wanted.test(comment.replaceAll('-- ', '').trim());
  });
  assert.deepEqual(
    lacking.map(([, , , , name]) => name),
    [],
  );
});
