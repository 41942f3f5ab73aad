import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { SCHEMA_VERSION } from '../../../src/db/migrate.ts';
import { openTestDatabase, sql } from '../../sql.ts';
import { writeManyOrders } from '../many-orders.ts';
import { addOwner } from '../office-pages.ts';
import { EXECUTABLE, run } from '../programs.ts';
import { formatInteger, print } from '../report.ts';
import { BASE_STORE, copyShop, openShop, type Shop } from '../shop.ts';
import { writeManyProducts } from './many-products.ts';
import type { ScalePlan } from './plan.ts';

export interface BigShop extends Shop {
  bytesOfAnOrder: number;
}

const MINUTE = 60_000; // between two orders

/**
 * The store of the plan in `folder`, in a checked file.
 * @param cacheFolder a folder that caches the file of this plan; the store is a copy of it
 */
export async function openBigShop(folder: string, plan: ScalePlan, cacheFolder?: string): Promise<BigShop> {
  if (cacheFolder === undefined) return makeBigShop(folder, plan);
  const planFolder = path.resolve(
    cacheFolder,
    `${plan.orders}-orders-${plan.products}-products-schema-${SCHEMA_VERSION}`,
  );
  const made = path.join(planFolder, 'made.json');
  if (!existsSync(made)) {
    rmSync(planFolder, { recursive: true, force: true }); // left by a failed run
    writeFileSync(made, JSON.stringify(await makeBigShop(planFolder, plan)));
  }
  return copyShop(JSON.parse(readFileSync(made, 'utf8')) as BigShop, folder);
}

async function makeBigShop(folder: string, plan: ScalePlan): Promise<BigShop> {
  const begin = performance.now();
  const shop = await openShop(folder, bigStore(plan));
  const now = Date.now();
  writeManyProducts(shop.database, plan.products, now - (plan.orders + 1_440) * MINUTE);
  await addOwner(shop.database); // the actor of the order histories
  const before = statSync(shop.database).size;
  writeManyOrders(shop.database, plan.orders, now);
  const { size } = statSync(shop.database);
  print('file generated, s', formatInteger((performance.now() - begin) / 1_000));
  print('file size, bytes', formatInteger(size));
  await run(EXECUTABLE, '--config', shop.config, 'check');
  print('file generated and checked, s', formatInteger((performance.now() - begin) / 1_000));
  return { ...shop, bytesOfAnOrder: (size - before) / plan.orders };
}

function bigStore({ channels, apps }: ScalePlan) {
  const app = (i: number) => ({ key: `app${i}`, name: `App ${i}`, url: '' });
  const channel = (i: number) => ({
    key: i === 0 ? 'page' : `page${i}`,
    name: `Sale page ${i}`,
    app: `app${i % apps}`,
  });
  return {
    ...BASE_STORE,
    products: [],
    apps: Array.from({ length: apps }, (_, i) => app(i)),
    channels: Array.from({ length: channels }, (_, i) => channel(i)),
  };
}

/** The result of a query with one column. */
export function column<Value extends number | string>({ database }: Shop, text: string): Value[] {
  const db = openTestDatabase(database);
  const values = db.all(sql<{ value: Value }>(text)).map(({ value }) => value);
  db.close();
  return values;
}
