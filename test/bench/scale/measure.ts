import path from 'node:path';
import { type Caller, callerOf } from '../calls.ts';
import { CONNECTIONS, type Generator, loadGenerator } from '../generator.ts';
import { writeManyOrders } from '../many-orders.ts';
import { node, raan, run } from '../programs.ts';
import { formatInteger, print, printMachine, type Ratio } from '../report.ts';
import { type Server, startServer } from '../server.ts';
import { openShop, type Shop } from '../shop.ts';
import { startTimes } from '../start.ts';
import { type BigShop, column, openBigShop } from './files.ts';
import { measureOfficeSearch } from './office-search.ts';
import { type PartnerCalls, partnerCallsOf, type RequestedIds } from './partner-calls.ts';
import type { ScalePlan } from './plan.ts';
import { measureProductLists } from './product-lists.ts';
import { race, readThrough, type Sides } from './races.ts';
import { measureWebhooks } from './webhooks.ts';

const MAX_MEMORY = 250; // MB
const MAX_BYTES = 2 * 1_024; // per order
const FEW_ORDERS = 500; // in the empty file, so that there are orders to read
const TWO_DAYS = 2 * 86_400_000; // by then the newest orders have reached their final state

/** A served shop and the calls to it. */
interface Side<Of extends Shop = Shop> {
  shop: Of;
  server: Server;
  caller: Caller;
  calls: PartnerCalls;
}

/** Prints every figure as it is measured; returns those that have a limit. */
export async function measureScale(folder: string, plan: ScalePlan, cacheFolder?: string): Promise<Ratio[]> {
  const generator = loadGenerator(folder);
  printMachine(generator.name, CONNECTIONS, (await run(await node(), '--version')).trim());
  const big = await openBig(await openBigShop(path.join(folder, 'big'), plan, cacheFolder), plan);
  const empty = await openEmpty(folder);
  try {
    const size = {
      name: 'bytes of an order of two lines with its history, without webhooks ÷ 2 KB',
      value: big.shop.bytesOfAnOrder / MAX_BYTES,
      ceiling: 1,
      absolute: `${formatInteger(big.shop.bytesOfAnOrder)} bytes`,
    };
    const callRatios = await measureCalls(generator, plan, { big, empty });
    print('memory after the calls, MB', formatInteger(await megabytesOf(big.server)));
    const { server, shop, calls } = big;
    const webhooks = await measureWebhooks(generator, plan, {
      address: server.address,
      shop,
      create: calls.orderCreate,
    });
    const memory: Ratio = {
      name: 'resident memory after these measurements',
      value: await megabytesOf(server),
      unit: 'MB',
      ceiling: MAX_MEMORY,
    };
    const ratios = [size, ...callRatios, ...webhooks, memory];
    const ofAny = await raceForAny(generator, plan, 'orderCreate', { big, empty }); // last, because it leaves the most work behind
    return [...ratios, ...ofAny, await measureStart(plan, big, empty)];
  } finally {
    for (const { server } of [big, empty]) await server.stop();
  }
}

async function openBig(shop: BigShop, plan: ScalePlan): Promise<Side<BigShop>> {
  print('bytes of an order', formatInteger(shop.bytesOfAnOrder));
  const step = Math.floor(plan.products / plan.favorites);
  const products = column<number>(shop, `SELECT id AS value FROM products WHERE id % ${step} = 0`);
  const variants = column<number>(shop, `SELECT id AS value FROM variants WHERE product_id % ${step} = 0`);
  return serve(shop, { products, variants, orders: endedOrders(shop, ORDERS_PER_MONTH) });
}

async function openEmpty(folder: string): Promise<Side> {
  const shop = await openShop(path.join(folder, 'empty'));
  writeManyOrders(shop.database, FEW_ORDERS, Date.now() - TWO_DAYS);
  const idsOf = (ids: Record<string, string>) => Object.values(ids).map(Number);
  const { products, variants } = shop.ids;
  return serve(shop, { products: idsOf(products), variants: idsOf(variants), orders: endedOrders(shop) });
}

const ORDERS_PER_MONTH = 30 * 24 * 60; // one per minute
const ID_COUNT = 50_000; // ids per script: more would slow down wrk, which shares the CPU cores

/** Some of the `newest` orders that have ended; open ones have shorter responses. */
const endedOrders = (shop: Shop, newest = Number.MAX_SAFE_INTEGER): number[] =>
  column(
    shop,
    `SELECT id AS value FROM orders WHERE status <> 'open' AND id > (SELECT max(id) FROM orders) - ${newest}
     ORDER BY random() LIMIT ${ID_COUNT}`,
  );

async function serve<Of extends Shop>(shop: Of, ids: RequestedIds): Promise<Side<Of>> {
  const server = await startServer(raan(shop));
  const caller = await callerOf(server.address, shop);
  return { shop, server, caller, calls: partnerCallsOf(caller, ids) };
}

/** Reads come before writes, which leave work behind. */
async function measureCalls(generator: Generator, plan: ScalePlan, sides: Record<keyof Sides, Side>): Promise<Ratio[]> {
  const { big } = sides;
  const names = column<string>(big.shop, 'SELECT folded_name AS value FROM products');
  const file = big.shop.database;
  await readThrough(file);
  const lists = await measureProductLists({ ...big, names, offset: plan.offset });
  const search = await measureOfficeSearch(big.server.address, big.shop);
  const productDetail = await race(generator, plan, 'product detail', sidesOf('productDetail', sides));
  const anyProduct = await raceForAny(generator, plan, 'productDetail', sides);
  const orderDetail = await race(generator, plan, 'order detail', sidesOf('orderDetail', sides));
  const anyOrder = await raceForAny(generator, plan, 'orderDetail', sides);
  const orderCreate = await race(generator, plan, 'order create', sidesOf('orderCreate', sides));
  return [...orderCreate, ...orderDetail, ...anyOrder, ...productDetail, ...anyProduct, ...lists, ...search];
}

type Target = Pick<Side, 'shop' | 'server' | 'calls'>;

const sidesOf = (call: keyof PartnerCalls, { big, empty }: { big: Target; empty: Target }) => ({
  big: { address: big.server.address, call: big.calls[call] },
  empty: { address: empty.server.address, call: empty.calls[call] },
  file: big.shop.database,
});

/** Like `race`, but with ids of all products, variants or orders: the other races repeat a few of them. */
async function raceForAny(
  generator: Generator,
  plan: ScalePlan,
  call: keyof PartnerCalls,
  { big, empty }: Record<keyof Sides, Side>,
): Promise<Ratio[]> {
  const randomIds = (table: string) =>
    column<number>(big.shop, `SELECT id AS value FROM ${table} WHERE store_id = 1 ORDER BY random() LIMIT ${ID_COUNT}`);
  const orders = endedOrders(big.shop);
  const calls = partnerCallsOf(big.caller, {
    products: randomIds('products'),
    variants: randomIds('variants'),
    orders,
  });
  const counts = { productDetail: plan.products, orderDetail: plan.orders, orderCreate: 4 * plan.products };
  const name = `${calls[call].name} of any of ${formatInteger(counts[call])} ${ANY[call]}`;
  const results = await race(generator, plan, name, sidesOf(call, { big: { ...big, calls }, empty }));
  return results.map(({ ceiling: _, ...result }) => ({ ...result, ceiling: MAX_RATIO_OF_ANY[call] }));
}

/**
 * Target 2.5. docs/architecture.md#cache-of-committed-reads explains the exceptions. The figure for any of a million
 * orders is only printed.
 */
const MAX_RATIO_OF_ANY: Partial<Record<keyof PartnerCalls, number>> = { productDetail: 4, orderCreate: 4 };

const ANY: Record<keyof PartnerCalls, string> = {
  productDetail: 'products',
  orderDetail: 'orders',
  orderCreate: 'variants',
};

const megabytesOf = async (server: Server): Promise<number> => (await server.memory()) / 1_024;

/** No other server may have the files open. */
async function measureStart({ starts }: ScalePlan, big: Side, empty: Side): Promise<Ratio> {
  for (const { server } of [big, empty]) await server.stop();
  const servers = [big, empty].map(({ shop, calls: { productDetail } }) => ({
    command: raan(shop),
    call: { ...productDetail, body: productDetail.body.replace('{id}', String(productDetail.ids?.[0])) },
  }));
  const [large = 0, small = 0] = await startTimes(servers, starts);
  print('start to first response, big file, ms', formatInteger(large));
  print('start to first response, empty file, ms', formatInteger(small));
  const absolute = `large ${formatInteger(large)} ms; small ${formatInteger(small)} ms`;
  return { name: 'start to first response, large ÷ small', value: large / small, ceiling: 1.5, absolute };
}
