import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Reader } from '../../../src/db/reader.ts';
import { type App, changeApp, listApps } from '../../../src/domain/webhooks/apps.ts';
import type { Id } from '../../../src/lib/ids.ts';
import { openTestDatabase, sql, type TestDatabase } from '../../sql.ts';
import { type Call, callerOf, orderCreate } from '../calls.ts';
import { type Generator, loadGenerator } from '../generator.ts';
import { median, print, type Ratio, whole } from '../report.ts';
import { addStore, ROASTER, type Shop } from '../shop.ts';
import type { ScalePlan } from './plan.ts';
import { type Receivers, startReceivers } from './receivers.ts';

const DEAD = 5;
const REFUSING = 'http://127.0.0.1:9/'; // nothing listens here
const MAX_DELAY = 500; // milliseconds
const MIN_RATE = 0.8;
const PAUSE = 22; // milliseconds between two orders of a connection: about 2,000 changes per second
const PACED_SECONDS = 10; // seconds

/** The same number of changes on a saturated server, where a response takes 30 ms of a round of 160. */
const SATURATED = { connections: 160, pause: 130 };

/** A server, its shop, and the call for an order of two lines. */
export interface SubscribedSide {
  address: string;
  shop: Shop;
  create: Call;
}

/**
 * With all apps subscribed, five of them dead: the delay of deliveries at two thousand changes per second, and the
 * order rate compared to that with all apps disabled.
 */
export async function measureWebhooks(generator: Generator, plan: ScalePlan, side: SubscribedSide): Promise<Ratio[]> {
  const receivers = await startReceivers();
  const db = openTestDatabase(side.shop.database);
  try {
    const apps = listApps(db, 1 as Id);
    await receivers.ask(Object.fromEntries(apps.map(({ key, webhookSecret }) => [key, webhookSecret])));
    giveUrls(db, apps, receivers);
    const delay = await delayOf(generator, plan, side, receivers, db);
    const beside = await rateDuringDeliveries(generator, plan, side, db);
    await printFullSpeed(generator, plan, side, db);
    return [delay, ...beside];
  } finally {
    db.close();
    receivers.stop();
  }
}

/** Some dead apps refuse connections, some never answer. */
function giveUrls(db: TestDatabase, apps: readonly App[], { url }: Receivers): void {
  const dead = apps.slice(-DEAD).map(({ id }) => id);
  const deadUrl = (id: Id) => (id % 2 === 0 ? REFUSING : url('dead'));
  changeAll(db, ({ id, key }) => ({ url: dead.includes(id) ? deadUrl(id) : url(key) }));
}

const switchAll = (db: TestDatabase, on: boolean) => changeAll(db, () => ({ stockAvailableUpdated: on }));

function changeAll(db: TestDatabase, change: (app: App) => Partial<App>): void {
  db.write((tx) => {
    for (const app of listApps(tx, 1 as Id)) changeApp(tx, app.id, change(app));
  });
}

async function delayOf(
  generator: Generator,
  { warmUp }: ScalePlan,
  { address, create }: SubscribedSide,
  receivers: Receivers,
  db: Reader,
): Promise<Ratio> {
  const send = (seconds: number) => generator.send(address, { ...create, pause: PAUSE }, { seconds });
  await send(warmUp);
  while (isAnyChangeWaiting(db)) await setTimeout(100);
  await receivers.ask();
  const made = () =>
    db.get(sql<{ made: number }>('SELECT coalesce(max(id), 0) AS made FROM available_changes'))?.made ?? 0;
  const before = made();
  const { rate } = await send(PACED_SECONDS);
  while (isAnyChangeWaiting(db)) await setTimeout(100);
  const { delays, changes, wrong } = await receivers.ask();
  const healthy = listApps(db, 1 as Id).length - DEAD;
  const count = made() - before;
  if (wrong > 0 || changes !== count * healthy)
    throw new Error(
      `${changes} changes were told instead of ${count} to ${healthy} apps each; ${wrong} wrongly signed`,
    );
  print('webhooks, orders of two lines a second', whole(rate));
  print('webhooks, deliveries a second', whole(delays.length / PACED_SECONDS));
  const sorted = delays.toSorted((a, b) => a - b);
  const part = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  print('webhooks, ms from the oldest change of a delivery, median', whole(part(0.5)));
  return {
    name: `webhooks to ${healthy + DEAD} apps, ${DEAD} of them dead: change to delivery, p99`,
    value: part(0.99),
    unit: 'ms',
    ceiling: MAX_DELAY,
    absolute: `median ${whole(part(0.5))} ms; ${whole(2 * rate)} changes/s, ${whole(delays.length / PACED_SECONDS)} deliveries/s`,
  };
}

/** Whether an answering app still has changes waiting. */
const isAnyChangeWaiting = (db: Reader): boolean =>
  db.get(
    sql(`SELECT 1 FROM apps a WHERE id <= (SELECT max(id) FROM apps) - ${DEAD}
       AND (last_announced < (SELECT max(id) FROM available_changes) OR EXISTS
         (SELECT 1 FROM webhook_deliveries WHERE app_id = a.id AND status = 'sending'))`),
  ) !== undefined;

/**
 * Orders of the store with apps arrive at two thousand changes per second; orders of a store without apps arrive as
 * fast as possible, with deliveries enabled and disabled. The difference is the cost of the deliveries.
 */
async function rateDuringDeliveries(
  generator: Generator,
  plan: ScalePlan,
  { address, shop, create }: SubscribedSide,
  db: TestDatabase,
): Promise<Ratio[]> {
  const folder = path.join(path.dirname(shop.config), 'beside');
  await mkdir(folder);
  const other = loadGenerator(folder);
  const neighbour = await addStore(shop, { ...ROASTER, key: 'neighbour' });
  const ofNeighbour = orderCreate(await callerOf(address, neighbour), neighbour);
  const paced: number[] = [];
  const ofAll: Rates = { told: [], untold: [] };
  const { told, untold } = await alternateApps(plan, db, async (on) => {
    const { seconds } = plan;
    const [of, beside] = await Promise.all([
      generator.send(address, { ...create, ...SATURATED }, { seconds }),
      other.send(address, ofNeighbour, { seconds }),
    ]);
    if (on) paced.push(of.rate);
    ofAll[on ? 'told' : 'untold'].push(of.rate + beside.rate);
    return beside.rate;
  });
  const changes = whole(2 * median(paced));
  print('order create beside those, requests/s', whole(median(told)));
  print('the same while no app is told, requests/s', whole(median(untold)));
  return [
    {
      name: 'order create, requests/s, while 50 apps get webhooks of another store ÷ without webhooks',
      value: quotient({ told, untold }),
      floor: MIN_RATE,
      absolute: `${whole(median(told))} and ${whole(median(untold))} requests/s; ${changes} changes/s`,
    },
    {
      name: 'the same with the orders of the other store',
      value: quotient(ofAll),
      absolute: `${whole(median(ofAll.told))} and ${whole(median(ofAll.untold))} requests/s`,
    },
  ];
}

/** The rate if every order is delivered to all apps. */
async function printFullSpeed(
  generator: Generator,
  plan: ScalePlan,
  { address, create }: SubscribedSide,
  db: TestDatabase,
): Promise<void> {
  const { told, untold } = await alternateApps(plan, db, async () => {
    const { rate } = await generator.send(address, create, { seconds: plan.seconds });
    return rate;
  });
  print('order create while 50 apps are told of each, requests/s', whole(median(told)));
  print('order create while none is, requests/s', whole(median(untold)));
  print('the one ÷ the other', quotient({ told, untold }).toFixed(2));
}

/** Orders per second in each round. */
interface Rates {
  told: number[];
  untold: number[];
}

const quotient = ({ told, untold }: Rates): number => median(told.map((rate, i) => rate / (untold[i] as number)));

/** With apps enabled and disabled in turns, on the same server. */
async function alternateApps(
  { rounds }: ScalePlan,
  db: TestDatabase,
  rateOf: (on: boolean) => Promise<number>,
): Promise<Rates> {
  const told: number[] = [];
  const untold: number[] = [];
  for (let i = 0; i < 2 * rounds; i += 1) {
    const on = i % 4 === 1 || i % 4 === 2;
    switchAll(db, on);
    (on ? told : untold).push(await rateOf(on));
  }
  return { told, untold };
}
