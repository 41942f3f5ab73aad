import assert from 'node:assert/strict';
import { test } from 'node:test';
import { insertion } from '../src/db/insertion.ts';
import type { Table } from '../src/db/tables.ts';
import { openNotes } from './notes-table.ts';
import { sql } from './sql.ts';

test('trailing nulls of a row are left out, other nulls are not', async () => {
  const { shop, write } = await openNotes();
  const { db } = shop.ctx;
  shop.ctx.connection.exec(
    'CREATE TABLE people (name TEXT NOT NULL, telephone TEXT, note TEXT, is_left_out INTEGER DEFAULT 7) STRICT',
  );
  const add = insertion({ table: 'people' as Table, columns: 'name, telephone, note, is_left_out' });
  const rows = [
    ['สมชาย', null, 'โทรก่อน', 1],
    ['สมหญิง', '0812345678', null, null],
    ['สมศรี', null, null, null],
  ];
  assert.deepEqual(await Promise.all(rows.map((row) => write((step) => add(step, row)))), [1, 2, 3]);
  assert.deepEqual(
    db.all(sql<object>('SELECT * FROM people')).map((row) => Object.values(row)),
    [
      ['สมชาย', null, 'โทรก่อน', 1],
      ['สมหญิง', '0812345678', null, 7],
      ['สมศรี', null, null, 7],
    ],
  );
});
