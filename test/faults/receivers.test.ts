import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { type Answering, openReceiver } from '../receiver.ts';
import { until } from '../support.ts';
import { LONG, times } from './form.ts';
import { openStore } from './store.ts';

const ORDERS = times(20, 400);
const APART = 15; // milliseconds between two orders
const MOST = 1.2; // the healthy receiver's p99 beside bad ones ÷ alone

/** What bad receivers do: never answer, answer for ever, redirect, hang up, break off what they say. */
const BAD: readonly Answering[] = [
  {},
  { status: 200, body: 'x', goesOn: 'never' },
  { status: 302, headers: { Location: '/elsewhere' } },
  { hangUp: true },
  { status: 200, body: 'x', goesOn: 'wrong' },
  { status: 200, after: 900 },
];

const REFUSING = 'http://127.0.0.1:9/';

/** The p99 of the milliseconds from an order's answer until a healthy receiver is told, beside these others. */
async function delayBeside(urls: readonly string[]): Promise<number> {
  const healthy = await openReceiver();
  const apps = [healthy.url, ...urls].map((url, i) => ({ key: `app${i}`, name: `App ${i}`, url }));
  const store = await openStore({ settings: 'webhooks.allow_networks = ["127.0.0.0/8"]', change: { apps } });
  await healthy.trust(store.ids.apps.app0?.webhook_secret);
  const { running } = await store.start();
  const told = new Map<string, number>();
  const look = () => {
    for (const { order_id } of healthy.items) if (!told.has(order_id)) told.set(order_id, performance.now());
  };
  const answered = new Map<string, number>();
  for (let i = 0; i < ORDERS; i += 1) {
    const { status, body } = await store.call('/v1/order/create', store.body);
    assert.equal(status, 200, JSON.stringify(body));
    answered.set(body.order.id, performance.now());
    await setTimeout(APART);
    look();
  }
  await until('the healthy receiver knows of every order', () => {
    look();
    return told.size === answered.size;
  });
  await running.end('SIGKILL');
  assert.deepEqual(
    healthy.received.filter(({ signed }) => !signed),
    [],
  );
  const delays = [...answered].map(([id, time]) => (told.get(id) as number) - time).sort((a, b) => a - b);
  return delays[Math.floor(delays.length * 0.99)] as number;
}

test('a healthy receiver is told of every order as soon as ever, whatever bad ones do beside it', async (t) => {
  const bad = await Promise.all(
    BAD.map(async (answering) => {
      const receiver = await openReceiver();
      await receiver.answer(answering);
      return receiver.url;
    }),
  );
  const ratios: number[] = [];
  for (let rounds = times(1, 3); rounds > 0; rounds -= 1) {
    const alone = await delayBeside([]);
    const beside = await delayBeside([...bad, REFUSING]);
    ratios.push(beside / alone);
    t.diagnostic(`p99 alone ${alone.toFixed(0)} ms, beside ${BAD.length + 1} bad ones ${beside.toFixed(0)} ms`);
  }
  const ratio = ratios.sort((a, b) => a - b)[Math.floor(ratios.length / 2)] as number;
  if (LONG) assert.ok(ratio <= MOST, `${ratio}`);
});
