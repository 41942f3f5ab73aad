import { stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { measureAlerts } from './alerts.ts';
import { measureBookings } from './bookings.ts';
import {
  type Call,
  callerOf,
  orderCreate,
  orderDetail,
  productDetail,
  productList,
  type RecordedResponse,
  send,
} from './calls.ts';
import { measureCount } from './count.ts';
import { CONNECTIONS, type Generator, loadGenerator } from './generator.ts';
import { measureLabels } from './labels.ts';
import { memoryAfter } from './memory.ts';
import { measureOfficeList } from './office-list.ts';
import type { Plan } from './plan.ts';
import { measurePolling } from './polling.ts';
import { bareServer, EXECUTABLE, node, raan, rawOrders, run } from './programs.ts';
import { formatInteger, print, printMachine, type Ratio } from './report.ts';
import { checkRowsOfAnOrder, countRows } from './row-counts.ts';
import { type Command, startServer } from './server.ts';
import { copyShop, openShop, type Shop } from './shop.ts';
import { startTimes } from './start.ts';
import { measureStock } from './stock.ts';
import { type Race, SERVERS, type Throughput, throughput } from './throughput.ts';

/** Shared by all measurements. */
interface Bench {
  folder: string;
  plan: Plan;
  generator: Generator;
  /** It has one order and is not open; each measurement takes a copy. */
  shop: Shop;
  calls: Record<'productDetail' | 'productList' | 'orderDetail' | 'orderCreate', Call>;
  bareHono: Command;
  bareHttp: Command;
}

/** Prints every figure as it is measured; returns the ratios that have a limit. */
export async function measure(folder: string, plan: Plan): Promise<Ratio[]> {
  const bench = await prepare(folder, plan);
  printMachine(bench.generator.name, CONNECTIONS, (await run(await node(), '--version')).trim());
  const rates = await measureThroughput(bench);
  await measureStock(folder, bench.generator, plan);
  return [
    ...rates,
    await measureStart(bench),
    await measureMemory(bench),
    await measureSize(),
    ...(await measureCount(folder, Math.ceil(plan.rounds / 2))),
    ...(await measureLabels(folder, Math.ceil(plan.rounds / 3))),
    ...(await measureBookings(folder)),
    ...(await measureOfficeList(folder, plan)),
    ...(await measurePolling(folder, bench.generator, plan)),
    await measureAlerts(folder, bench.generator, plan),
  ];
}

/** Loads the shop, places its first order, and saves raan's responses for the bare servers. */
async function prepare(folder: string, plan: Plan): Promise<Bench> {
  const shop = await openShop(path.join(folder, 'shop'));
  const server = await startServer(raan(shop));
  const caller = await callerOf(server.address, shop);
  const before = countRows(shop.database); // a start without accounts logs its setup link
  const created = await send(server.address, orderCreate(caller, shop));
  const calls = {
    productDetail: productDetail(caller, shop),
    productList: productList(caller),
    orderDetail: orderDetail(caller, JSON.parse(created.body).order.id),
    orderCreate: orderCreate(caller, shop),
  };
  const responses: RecordedResponse[] = [created];
  for (const call of [calls.productDetail, calls.productList, calls.orderDetail])
    responses.push(await send(server.address, call));
  await server.stop();
  checkRowsOfAnOrder(before, countRows(shop.database));

  const file = path.join(folder, 'answers.json');
  await writeFile(file, JSON.stringify(responses));
  const bareHono = await bareServer('bare-hono', folder, file);
  const bareHttp = await bareServer('bare-http', folder, file);
  return { folder, plan, generator: loadGenerator(folder), shop, calls, bareHono, bareHttp };
}

const shopFor = ({ folder, shop }: Bench, use: string): Promise<Shop> => copyShop(shop, path.join(folder, use));

async function measureThroughput(bench: Bench): Promise<Ratio[]> {
  const { calls, generator, plan } = bench;
  const commands = [raan(await shopFor(bench, 'throughput')), bench.bareHono, bench.bareHttp];
  const servers = await Promise.all(commands.map((command) => startServer(command)));
  const addresses = Object.fromEntries(SERVERS.map((name, i) => [name, servers[i]?.address])) as Race['addresses'];
  const race = async (call: Call, baseline?: Race['baseline']) => {
    const result = await throughput(generator, plan, { call, addresses, baseline });
    printThroughput(call, result);
    return result;
  };
  const raw = await shopFor(bench, 'raw');
  try {
    const detail = await race(calls.productDetail);
    const list = await race(calls.productList);
    await race(calls.orderDetail);
    const create = await race(calls.orderCreate, (seconds) => rawOrders(raw, seconds));
    print('raw better-sqlite3 in groups of 64, orders/s', formatInteger(create.baseline?.rate ?? 0));
    const ratio = (name: string, result: Throughput, floor: number): Ratio => ({
      name: `${name} ÷ bare Hono`,
      value: result.ratio,
      floor,
      absolute: absoluteOf(result),
    });
    return [
      ratio('product detail', detail, 0.85),
      ratio('product list of 20 rows', list, 0.7),
      ratio('order create, durable', create, 0.42),
      {
        name: 'order create ÷ better-sqlite3 in groups of 64',
        value: create.baseline?.ratio ?? 0,
        floor: 0.22,
        absolute: `raan ${formatInteger(create.loads.raan.rate)} orders/s; better-sqlite3 ${formatInteger(create.baseline?.rate ?? 0)} orders/s`,
      },
    ];
  } finally {
    for (const server of servers) await server.stop();
  }
}

function absoluteOf({ loads }: Throughput): string {
  const load = (server: (typeof SERVERS)[number]) =>
    `${formatInteger(loads[server].rate)} requests/s, p99 ${loads[server].p99.toFixed(2)} ms`;
  return `raan ${load('raan')}; bare Hono ${load('bare Hono JSON')}`;
}

function printThroughput(call: Call, { loads }: Throughput): void {
  for (const server of SERVERS) {
    print(`${call.name}, ${server}, requests/s`, formatInteger(loads[server].rate));
    print(`${call.name}, ${server}, p99 ms`, loads[server].p99.toFixed(2));
  }
}

async function measureStart(bench: Bench): Promise<Ratio> {
  const commands = [raan(await shopFor(bench, 'start')), bench.bareHono];
  const servers = commands.map((command) => ({ command, call: bench.calls.productDetail }));
  const [own = 0, bare = 0] = await startTimes(servers, bench.plan.starts);
  print('server ready, raan, ms', formatInteger(own));
  print('server ready, bare Hono, ms', formatInteger(bare));
  const absolute = `raan ${formatInteger(own)} ms; bare Hono ${formatInteger(bare)} ms`;
  return { name: 'start to first response ÷ bare Hono server', value: own / bare, ceiling: 2, absolute };
}

async function measureMemory(bench: Bench): Promise<Ratio> {
  const { generator, plan, calls } = bench;
  const after = (command: Command) => memoryAfter(command, generator, calls.orderCreate, plan.orders);
  const own = await after(raan(await shopFor(bench, 'memory')));
  const bare = await after(bench.bareHono);
  const name = `resident memory after ${formatInteger(plan.orders)} orders`;
  print(`${name}, raan, kB`, formatInteger(own));
  print(`${name}, bare Hono, kB`, formatInteger(bare));
  const absolute = `raan ${megabytes(own * 1_024)}; bare Hono ${megabytes(bare * 1_024)}`;
  return { name: `${name} ÷ bare Hono server`, value: own / bare, ceiling: 2, absolute };
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

async function measureSize(): Promise<Ratio> {
  const [own, bare] = await Promise.all([EXECUTABLE, await node()].map(async (file) => (await stat(file)).size));
  print('executable, bytes', formatInteger(own ?? 0));
  print('the Node in it, bytes', formatInteger(bare ?? 0));
  const absolute = `raan ${megabytes(own ?? 0)}; Node ${megabytes(bare ?? 0)}`;
  return { name: 'executable ÷ the Node in it', value: (own ?? 0) / (bare ?? 1), ceiling: 1.3, absolute };
}
