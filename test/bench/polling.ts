import { statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { openTestDatabase, sql } from '../sql.ts';
import { type Call, callerOf, orderCreate, send } from './calls.ts';
import type { Generator } from './generator.ts';
import type { Plan } from './plan.ts';
import { raan } from './programs.ts';
import { formatInteger, median, type Ratio } from './report.ts';
import { startServer } from './server.ts';
import { openShop, ROASTER } from './shop.ts';

const PARTNERS = 100;
const INTERVAL = 1_000; // milliseconds
const PERMISSIONS = ['orders.create', 'stock.read'];

interface Feed {
  address: string;
  call: Call;
}

/**
 * The rate of order create while a hundred partners poll the changes of stock once a second, compared with the rate
 * without them. A poll is one call with the default limit: no partner could read all changes of a store that takes
 * orders as fast as it can. The cost of recording the changes, in time and bytes, has no limit.
 */
export async function measurePolling(folder: string, generator: Generator, { rounds, warmUp }: Plan): Promise<Ratio[]> {
  const [plain, followed] = await Promise.all([
    serveShop(folder, 'plain', []),
    serveShop(folder, 'followed', PERMISSIONS),
  ]);
  const rate = async ({ address, create }: typeof plain, seconds = 3) =>
    (await generator.send(address, create, { seconds })).rate;
  const rates = { plain: [] as number[], recorded: [] as number[], polled: [] as number[] };
  try {
    for (const side of [plain, followed]) await rate(side, warmUp);
    for (let i = 0; i < Math.ceil(rounds / 2); i += 1) {
      rates.plain.push(await rate(plain));
      rates.recorded.push(await rate(followed));
      const stop = startPartners(followed.feed);
      rates.polled.push(await rate(followed));
      await stop();
    }
  } finally {
    for (const { server } of [plain, followed]) await server.stop();
  }
  const bytes = { plain: bytesOfAnOrder(plain.database), recorded: bytesOfAnOrder(followed.database) };
  const ratio = (measured: number[], base: number[]) => median(measured.map((value, i) => value / (base[i] as number)));
  const rateOf = (measured: number[]) => formatInteger(median(measured));
  return [
    {
      name: 'order create, requests/s, changes of stock recorded ÷ not recorded',
      value: ratio(rates.recorded, rates.plain),
      absolute: `${rateOf(rates.recorded)} and ${rateOf(rates.plain)} requests/s`,
    },
    {
      name: 'bytes of an order of two lines, changes of stock recorded ÷ not recorded',
      value: bytes.recorded / bytes.plain,
      absolute: `${formatInteger(bytes.recorded)} and ${formatInteger(bytes.plain)} bytes`,
    },
    {
      name: `order create, requests/s, while ${PARTNERS} partners poll the changes of stock ÷ without them`,
      value: ratio(rates.polled, rates.recorded),
      floor: 0.9,
      absolute: `${rateOf(rates.polled)} and ${rateOf(rates.recorded)} requests/s`,
    },
  ];
}

/** Bytes of the file of a stopped server per order. */
function bytesOfAnOrder(database: string): number {
  const db = openTestDatabase(database);
  const { orders } = db.get(sql<{ orders: number }>('SELECT count(*) AS orders FROM orders')) as { orders: number };
  db.close();
  return statSync(database).size / orders;
}

async function serveShop(folder: string, name: string, permissions: readonly string[]) {
  const channel = { ...ROASTER.channels[0], ...(permissions.length > 0 && { permissions }) };
  const store = { ...ROASTER, channels: [channel] } as typeof ROASTER;
  const shop = await openShop(path.join(folder, `polling-${name}`), store);
  const server = await startServer(raan(shop));
  const caller = await callerOf(server.address, shop);
  return {
    server,
    database: shop.database,
    address: server.address,
    create: orderCreate(caller, shop),
    feed: { address: server.address, call: caller('changes of stock', '/v1/stock/changes', {}) },
  };
}

/** @returns a function that stops the partners */
function startPartners(feed: Feed): () => Promise<unknown> {
  const ending = new AbortController();
  const partners = Array.from({ length: PARTNERS }, (_, i) => poll(feed, (i / PARTNERS) * INTERVAL, ending.signal));
  return () => {
    ending.abort();
    return Promise.all(partners);
  };
}

async function poll({ address, call }: Feed, delay: number, signal: AbortSignal): Promise<void> {
  await setTimeout(delay);
  let cursor: string | undefined;
  while (!signal.aborted) {
    const { body } = await send(address, { ...call, body: JSON.stringify({ cursor }) });
    cursor = JSON.parse(body).next_cursor;
    await setTimeout(INTERVAL, undefined, { signal }).catch(() => {});
  }
}
