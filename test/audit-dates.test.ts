import assert from 'node:assert/strict';
import { test } from 'node:test';
import { preparations } from '../src/db/prepared-statements.ts';
import { type AuditFilter, auditEntries, auditPages } from '../src/domain/audit/audit-log.ts';
import { MONEY_EVENTS } from '../src/domain/audit/events.ts';
import { NO_ID } from '../src/lib/ids.ts';
import { openTestDatabase, planSteps, sql, tamper } from './sql.ts';
import { idOf, openShop, type Shop } from './support.ts';

const ENTRIES = 100_000;
const MINUTE = 60_000;
const START = Date.parse('2026-01-01T00:00:00+07:00');

/** Two days in the middle of the log. */
const DATES = { from: START + 30_000 * MINUTE, until: START + 32_880 * MINUTE };
const ENTRIES_OF_DATES = 2_880;

/** A shop whose log has an entry per minute; every tenth is about money. */
async function openLongLog(): Promise<Shop> {
  const shop = await openShop();
  tamper(
    shop.ctx,
    `WITH RECURSIVE k(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM k WHERE i < ${ENTRIES - 1})
     INSERT INTO audit_log (time, store_id, actor, actor_id, event, detail)
     SELECT ${START} + i * ${MINUTE}, ?, 'account', 1, iif(i % 10, 'signed_in', 'payment_added'), '{}' FROM k`,
    idOf(shop.ids.id),
  );
  return shop;
}

/** The largest number of log rows that a statement of `read` scans, computed from its query plan. */
function rowsRead(shop: Shop, filter: AuditFilter, read: (db: ReturnType<typeof openTestDatabase>) => void): number {
  const texts = new Set<string>();
  const note = (statement: unknown) => texts.add((statement as { sql: string }).sql);
  const db = openTestDatabase(shop.config.database);
  preparations.subscribe(note);
  read(db);
  preparations.unsubscribe(note);
  const logs = [...texts].filter((text) => text.includes('FROM audit_log'));
  assert.ok(logs.length > 0);
  const counts = logs.map((text) => {
    const steps = planSteps(shop.config.database, [text]);
    assert.ok(!steps.some((step) => step.includes('TEMP B-TREE')), `${text}\n${steps.join('\n')}`);
    const [, terms] = /^(?:SEARCH|SCAN) (?:l|audit_log) .*?(?:\((.*)\))?$/.exec(steps[0] ?? '') ?? [];
    const bounds = (terms ?? 'TRUE')
      .replace('time>?', `time >= ${filter.from}`)
      .replace('time<?', `time < ${filter.until}`);
    const where = bounds
      .replace('store_id=?', `store_id = ${filter.storeId}`)
      .replace('event=?', `event = '${filter.event}'`);
    return db.get(sql<{ count: number }>(`SELECT count(*) AS count FROM audit_log WHERE ${where}`))?.count ?? 0;
  });
  db.close();
  return Math.max(...counts);
}

test('a date filter reads only the entries of its days from a log of 100,000 entries', async () => {
  const shop = await openLongLog();
  const storeId = idOf(shop.ids.id);
  for (const who of [{}, { storeId }, { accountId: NO_ID }, { storeId, accountId: NO_ID }])
    for (const what of [{}, { event: 'payment_added' as const }, { events: MONEY_EVENTS }]) {
      const filter = { ...who, ...what, ...DATES };
      const page = (db: Parameters<typeof auditEntries>[0]) => auditEntries(db, { ...filter, limit: 51, offset: 0 });
      const file = (db: Parameters<typeof auditPages>[0]) => [...auditPages(db, filter)].flat();
      for (const read of [page, file]) {
        const most = rowsRead(shop, filter, read);
        assert.ok(most <= ENTRIES_OF_DATES, `${JSON.stringify(filter)}: ${most}`);
      }
    }
});

test('a CSV file of some days has every entry once, newest first, even after the clock stepped back', async () => {
  const shop = await openLongLog();
  const { from, until } = DATES;
  const steps = [until - 1, from, from - 1, until, from, from];
  for (const time of steps)
    tamper(
      shop.ctx,
      `INSERT INTO audit_log (time, store_id, actor, event, detail) VALUES (?, ?, 'system', 'signed_out', '{}')`,
      time,
      idOf(shop.ids.id),
    );
  const entries = [...auditPages(shop.ctx.db, DATES)].flat();
  assert.equal(entries.length, ENTRIES_OF_DATES + 4);
  assert.deepEqual(
    entries.map(({ id }) => id),
    auditEntries(shop.ctx.db, { ...DATES, limit: 10_000, offset: 0 }).map(({ id }) => id),
  );
  assert.deepEqual(
    entries.map(({ time }) => time),
    entries.map(({ time }) => time).toSorted((a, b) => b - a),
  );
});
