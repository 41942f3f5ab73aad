import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Reader } from '../../../src/db/reader.ts';
import { type App, changeApp, listApps } from '../../../src/domain/webhooks/apps.ts';
import type { Id } from '../../../src/lib/ids.ts';
import { openTestDatabase, sql, type TestDatabase } from '../../sql.ts';
import { type Call, callerOf, orderCreate } from '../calls.ts';
import { type Generator, loadGenerator } from '../generator.ts';
import { formatInteger, median, print, type Ratio } from '../report.ts';
import { addStore, ROASTER, type Shop } from '../shop.ts';
import type { ScalePlan } from './plan.ts';
import { type Receivers, startReceivers } from './receivers.ts';

const DEAD_APPS = 5;
const REFUSING_URL = 'http://127.0.0.1:9/'; // nothing listens here
const MAX_DELAY_MS = 500;
const MIN_RATE = 0.8;
const PAUSE_MS = 22; // between two orders of a connection: about 2,000 changes per second
const PACED_SECONDS = 10;

/** About 2,000 changes per second on a saturated server too: there, a request takes 30 ms and its pause 130 ms. */
const SATURATED = { connections: 160, pause: 130 };

/** A server, its shop, and the call that creates an order of two lines. */
interface SubscribedSide {
  address: string;
  shop: Shop;
  create: Call;
}

/**
 * Measures with all apps subscribed, five of them dead: the delay of deliveries at two thousand changes per second, and
 * the order rate compared to all apps disabled.
 */
export async function measureWebhooks(generator: Generator, plan: ScalePlan, side: SubscribedSide): Promise<Ratio[]> {
  const receivers = await startReceivers();
  const db = openTestDatabase(side.shop.database);
  try {
    const apps = listApps(db, 1 as Id);
    await receivers.collect(Object.fromEntries(apps.map(({ key, webhookSecret }) => [key, webhookSecret])));
    setUrls(db, apps, receivers);
    const delay = await measureDelay(generator, plan, side, receivers, db);
    const rates = await measureOrderRate(generator, plan, side, db);
    await printFullSpeed(generator, plan, side, db);
    return [delay, ...rates];
  } finally {
    db.close();
    receivers.stop();
  }
}

/** Half of the dead apps refuse connections, the others never respond. */
function setUrls(db: TestDatabase, apps: readonly App[], { url }: Receivers): void {
  const dead = apps.slice(-DEAD_APPS).map(({ id }) => id);
  const deadUrl = (id: Id) => (id % 2 === 0 ? REFUSING_URL : url('dead'));
  changeAll(db, ({ id, key }) => ({ url: dead.includes(id) ? deadUrl(id) : url(key) }));
}

const enableApps = (db: TestDatabase, isEnabled: boolean) =>
  changeAll(db, (app) => (app.stockAvailableUpdated === isEnabled ? undefined : { stockAvailableUpdated: isEnabled }));

/** @param change undefined leaves the app as it is, because a change of nothing is not in the audit log */
function changeAll(db: TestDatabase, change: (app: App) => Partial<App> | undefined): void {
  db.write((tx) => {
    for (const app of listApps(tx, 1 as Id)) {
      const fields = change(app);
      if (fields) changeApp(tx, app.id, fields);
    }
  });
}

async function measureDelay(
  generator: Generator,
  { warmUp }: ScalePlan,
  { address, create }: SubscribedSide,
  receivers: Receivers,
  db: Reader,
): Promise<Ratio> {
  const send = (seconds: number) => generator.send(address, { ...create, pause: PAUSE_MS }, { seconds });
  await send(warmUp);
  while (isAnyChangeWaiting(db)) await setTimeout(100);
  await receivers.collect();
  const lastChangeId = () =>
    db.get(sql<{ id: number }>('SELECT coalesce(max(id), 0) AS id FROM available_changes'))?.id ?? 0;
  const before = lastChangeId();
  const { rate } = await send(PACED_SECONDS);
  while (isAnyChangeWaiting(db)) await setTimeout(100);
  const { delays, changes, wrong } = await receivers.collect();
  const healthy = listApps(db, 1 as Id).length - DEAD_APPS;
  const count = lastChangeId() - before;
  if (wrong > 0 || changes !== count * healthy)
    throw new Error(
      `${changes} changes were delivered instead of ${count} to each of ${healthy} apps; ${wrong} deliveries had a wrong signature`,
    );
  print('webhooks, orders of two lines per second', formatInteger(rate));
  print('webhooks, deliveries per second', formatInteger(delays.length / PACED_SECONDS));
  const sorted = delays.toSorted((a, b) => a - b);
  const percentile = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  print('webhooks, ms from the oldest change of a delivery, median', formatInteger(percentile(0.5)));
  return {
    name: `webhooks to ${healthy + DEAD_APPS} apps, ${DEAD_APPS} of them dead: change to delivery, p99`,
    value: percentile(0.99),
    unit: 'ms',
    ceiling: MAX_DELAY_MS,
    absolute: `median ${formatInteger(percentile(0.5))} ms; ${formatInteger(2 * rate)} changes/s, ${formatInteger(delays.length / PACED_SECONDS)} deliveries/s`,
  };
}

/** Whether changes still wait for delivery to an app that is not dead. */
const isAnyChangeWaiting = (db: Reader): boolean =>
  db.get(
    sql(`SELECT 1 FROM apps a WHERE id <= (SELECT max(id) FROM apps) - ${DEAD_APPS}
       AND (last_announced < (SELECT max(id) FROM available_changes) OR EXISTS
         (SELECT 1 FROM webhook_deliveries WHERE app_id = a.id AND status = 'sending'))`),
  ) !== undefined;

/**
 * Orders of the store with apps arrive at two thousand changes per second; orders of a store without apps arrive as
 * fast as possible, with deliveries enabled and disabled. The difference is the cost of the deliveries.
 */
async function measureOrderRate(
  generator: Generator,
  plan: ScalePlan,
  { address, shop, create }: SubscribedSide,
  db: TestDatabase,
): Promise<Ratio[]> {
  const folder = path.join(path.dirname(shop.config), 'beside');
  await mkdir(folder);
  const otherGenerator = loadGenerator(folder);
  const otherStore = await addStore(shop, { ...ROASTER, key: 'other' });
  const otherCreate = orderCreate(await callerOf(address, otherStore), otherStore);
  const paced: number[] = [];
  const bothStores: Rates = { enabled: [], disabled: [] };
  const { enabled, disabled } = await alternateWebhooks(plan, db, async (isEnabled) => {
    const { seconds } = plan;
    const [subscribed, other] = await Promise.all([
      generator.send(address, { ...create, ...SATURATED }, { seconds }),
      otherGenerator.send(address, otherCreate, { seconds }),
    ]);
    if (isEnabled) paced.push(subscribed.rate);
    bothStores[isEnabled ? 'enabled' : 'disabled'].push(subscribed.rate + other.rate);
    return other.rate;
  });
  const changes = formatInteger(2 * median(paced));
  print('order create in a store without apps, webhooks enabled, requests/s', formatInteger(median(enabled)));
  print('order create in a store without apps, webhooks disabled, requests/s', formatInteger(median(disabled)));
  return [
    {
      name: 'order create, requests/s, while 50 apps get webhooks of another store ÷ without webhooks',
      value: medianRatio({ enabled, disabled }),
      floor: MIN_RATE,
      absolute: `${formatInteger(median(enabled))} and ${formatInteger(median(disabled))} requests/s; ${changes} changes/s`,
    },
    {
      name: 'order create in both stores, requests/s, with ÷ without webhooks',
      value: medianRatio(bothStores),
      absolute: `${formatInteger(median(bothStores.enabled))} and ${formatInteger(median(bothStores.disabled))} requests/s`,
    },
  ];
}

/** Measures the order rate without pauses, when every order is delivered to all apps. */
async function printFullSpeed(
  generator: Generator,
  plan: ScalePlan,
  { address, create }: SubscribedSide,
  db: TestDatabase,
): Promise<void> {
  const { enabled, disabled } = await alternateWebhooks(plan, db, async () => {
    const { rate } = await generator.send(address, create, { seconds: plan.seconds });
    return rate;
  });
  print('order create, each announced to 50 apps, requests/s', formatInteger(median(enabled)));
  print('order create, webhooks disabled, requests/s', formatInteger(median(disabled)));
  print('order create, with ÷ without webhooks', medianRatio({ enabled, disabled }).toFixed(2));
}

/** Orders per second in each round. */
interface Rates {
  enabled: number[];
  disabled: number[];
}

const medianRatio = ({ enabled, disabled }: Rates): number =>
  median(enabled.map((rate, i) => rate / (disabled[i] as number)));

/** Runs rounds with webhooks enabled and disabled, alternating on the same server. */
async function alternateWebhooks(
  { rounds }: ScalePlan,
  db: TestDatabase,
  rateOf: (isEnabled: boolean) => Promise<number>,
): Promise<Rates> {
  const enabled: number[] = [];
  const disabled: number[] = [];
  for (let i = 0; i < 2 * rounds; i += 1) {
    const isEnabled = i % 4 === 1 || i % 4 === 2;
    enableApps(db, isEnabled);
    (isEnabled ? enabled : disabled).push(await rateOf(isEnabled));
  }
  return { enabled, disabled };
}
