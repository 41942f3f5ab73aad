import assert from 'node:assert/strict';
import { test } from 'node:test';
import { queues } from '../src/domain/monitoring/readiness.ts';
import { openFolder } from './cli.ts';
import { insertChange } from './pending-announcements.ts';
import { cafe } from './support.ts';

const NOW = 1_000_000;

/** The queues in the database after this SQL. */
async function queuesAfter(sql: string) {
  const folder = openFolder();
  await folder.load({ stores: [cafe()] });
  folder.change(`PRAGMA foreign_keys = OFF; ${sql}`);
  const found = await folder.withContext(async ({ db }) => queues(db, NOW));
  return Object.fromEntries(found.map(({ name, ...queue }) => [name, queue]));
}

const booking = (id: number, { state = 'queued', due = 'NULL', created = 0 }) =>
  `INSERT INTO bookings (id, order_id, store_id, shipping_type, key, state, next_time, create_time)
    VALUES (${id}, ${id}, 1, 'ems', '${id}', '${state}', ${due}, ${created});`;

test('an empty queue has no age', async () => {
  for (const queue of Object.values(await queuesAfter(''))) assert.deepEqual(queue, { length: 0, age: 0, overdue: 0 });
});

test('the age of a queue is that of its oldest entry, even if its retry is later', async () => {
  const { webhooks, bookings, cancellations } = await queuesAfter(`
    UPDATE apps SET url = 'http://127.0.0.1:9/';
    ${insertChange(1, NOW - 30)} ${insertChange(1, NOW - 20)}
    ${booking(1, { state: 'failed', created: NOW - 900 })}
    ${booking(2, { due: `${NOW + 50}`, created: NOW - 500 })}
    ${booking(3, { due: `${NOW - 10}`, created: NOW - 100 })}
    INSERT INTO booking_cancellations (booking_id, status, next_time, create_time)
      VALUES (1, 'canceled', NULL, ${NOW - 800}), (2, 'waiting', ${NOW + 5}, ${NOW - 70}), (3, 'waiting', NULL, ${NOW - 60});
  `);
  assert.deepEqual(webhooks, { length: 2, age: 30, overdue: 30 });
  assert.deepEqual(bookings, { length: 2, age: 500, overdue: 10 });
  assert.deepEqual(cancellations, { length: 2, age: 70, overdue: 0 });
});

test('a booking request in flight is in the queue', async () => {
  const { bookings } = await queuesAfter(booking(1, { state: 'requesting', created: NOW - 400 }));
  assert.deepEqual(bookings, { length: 1, age: 400, overdue: 0 });
});
