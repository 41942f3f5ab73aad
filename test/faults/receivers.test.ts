import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { openReceiver, type Receiver, type ReceiverResponse } from '../receiver.ts';
import { type Json, until } from '../support.ts';
import { toolTest } from '../tools.ts';
import { DNS_TIMEOUT_TOOLS, dnsTimeoutEnv } from './dns-timeout.ts';
import { IS_LONG_RUN, recordFault, repetitions } from './long-runs.ts';
import { openStore } from './store.ts';

const ORDERS = repetitions(20, 400);
const INTERVAL = 15; // milliseconds between two orders
const MAX_RATIO = 1.2; // p99 of the healthy receiver beside bad ones ÷ alone

/** No response, a slow response, an endless one, a redirect, a disconnect, a broken response, and a late one. */
const BAD_RESPONSES: readonly ReceiverResponse[] = [
  {},
  { drips: true },
  { status: 200, body: 'x', afterBody: 'never' },
  { status: 302, headers: { Location: '/elsewhere' } },
  { disconnect: true },
  { status: 200, body: 'x', afterBody: 'wrong' },
  { status: 200, after: 900 },
];

const CONNECTION_REFUSED = 'http://127.0.0.1:9/';

/** Hosts whose look-up never ends: more than the default limit of two concurrent look-ups. */
const UNRESOLVABLE = ['a', 'b', 'c', 'd', 'e'].map((name) => `http://${name}.dead.test/`);

const SETTINGS = 'webhooks.allow_networks = ["127.0.0.0/8"]';
const MAX_STOP_TIME = 8_000; // milliseconds

const appsAt = (...urls: string[]): Json[] => urls.map((url, i) => ({ key: `app${i}`, name: `App ${i}`, url }));

/** With a host name, so that a delivery includes the look-up. */
const urlByName = ({ url }: Receiver): string => url.replace('127.0.0.1', 'localhost');

/** The URL of a receiver that accepts connections and never completes a TLS handshake. */
async function openWithoutHandshake(): Promise<string> {
  const receiver = await openReceiver({ hasProcess: true });
  receiver.freeze();
  return receiver.url.replace('http:', 'https:');
}

/** p99 in milliseconds from an order's response to its delivery at a healthy receiver, beside these receivers. */
async function delayBeside(urls: readonly string[], env: Record<string, string>): Promise<number> {
  const healthy = await openReceiver({ hasProcess: true });
  const store = await openStore({ settings: SETTINGS, env, change: { apps: appsAt(urlByName(healthy), ...urls) } });
  await healthy.trust(store.ids.apps.app0?.webhook_secret);
  const { running } = await store.start();
  const delivered = new Map<string, number>();
  const recordDeliveries = () => {
    for (const { order_id } of healthy.items) if (!delivered.has(order_id)) delivered.set(order_id, performance.now());
  };
  const answered = new Map<string, number>();
  for (let i = 0; i < ORDERS; i += 1) {
    const { status, body } = await store.call('/v1/order/create', store.body);
    assert.equal(status, 200, JSON.stringify(body));
    answered.set(body.order.id, performance.now());
    await setTimeout(INTERVAL);
    recordDeliveries();
  }
  await until('the healthy receiver got every order', () => {
    recordDeliveries();
    return delivered.size === answered.size;
  });
  await running.end('SIGKILL');
  assert.deepEqual(
    healthy.received.filter(({ signed }) => !signed),
    [],
  );
  const delays = [...answered].map(([id, time]) => (delivered.get(id) as number) - time).sort((a, b) => a - b);
  return delays[Math.floor(delays.length * 0.99)] as number;
}

toolTest(DNS_TIMEOUT_TOOLS, 'bad receivers do not delay deliveries to a healthy receiver', async (t) => {
  const env = dnsTimeoutEnv();
  const answering = await Promise.all(
    BAD_RESPONSES.map(async (bad) => {
      const receiver = await openReceiver();
      await receiver.answer(bad);
      return receiver.url;
    }),
  );
  const bad = [...answering, await openWithoutHandshake(), CONNECTION_REFUSED, ...UNRESOLVABLE];
  const ratios: number[] = [];
  const delays: string[] = [];
  for (let rounds = repetitions(1, 3); rounds > 0; rounds -= 1) {
    const alone = await delayBeside([], env);
    const withBad = await delayBeside(bad, env);
    ratios.push(withBad / alone);
    delays.push(`${withBad.toFixed(0)} ms and ${alone.toFixed(0)} ms`);
    t.diagnostic(`p99 alone ${alone.toFixed(0)} ms, beside ${bad.length} bad ones ${withBad.toFixed(0)} ms`);
  }
  const ratio = ratios.sort((a, b) => a - b)[Math.floor(ratios.length / 2)] as number;
  if (IS_LONG_RUN) assert.ok(ratio <= MAX_RATIO, `${ratio}`);
  recordFault({
    measure: `webhook delay of a healthy receiver, p99, beside ${bad.length} bad ones, five of them with unresolvable names ÷ alone`,
    limit: `≤ ${MAX_RATIO}`,
    measured: `${ratio.toFixed(2)} (${ratios[0]?.toFixed(2)} to ${ratios.at(-1)?.toFixed(2)})`,
    absolute: delays.join('; '),
  });
});

toolTest(DNS_TIMEOUT_TOOLS, 'a stop does not wait for DNS look-ups that time out', async (t) => {
  const store = await openStore({
    settings: SETTINGS,
    env: dnsTimeoutEnv(),
    change: { apps: appsAt(...UNRESOLVABLE) },
  });
  const { running } = await store.start();
  assert.equal((await store.call('/v1/order/create', store.body)).status, 200);
  const sending = `SELECT 1 FROM webhook_deliveries WHERE status = 'sending'`;
  await until('the names are looked up', () => store.folder.rows(sending).length === UNRESOLVABLE.length);
  const begin = performance.now();
  assert.deepEqual((await running.end()).status, 0);
  const millis = performance.now() - begin;
  t.diagnostic(`it ended within ${millis.toFixed(0)} ms`);
  assert.ok(millis < MAX_STOP_TIME);
});
