import { readConfig } from '../src/config.ts';
import { openContext } from '../src/context.ts';
import { loadStoreFile } from '../src/domain/storefile/load.ts';
import type { Id } from '../src/lib/ids.ts';
import { writeManyOrders } from './bench/many-orders.ts';
import { openTestDatabase, type TestDatabase } from './sql.ts';
import { cafe, idOf, temporaryFolder } from './support.ts';

/** A store with this number of orders. */
export async function largeStore(orders: number): Promise<{ db: TestDatabase; storeId: Id }> {
  const config = { ...readConfig(), database: `${temporaryFolder()}/busy.db` };
  const ctx = openContext(config, { create: true });
  const file = JSON.parse(JSON.stringify({ stores: [cafe({ apps: [] })] }));
  const { stores } = await ctx.write((tx) => loadStoreFile(tx, file, config.values, Date.now()));
  ctx.close();
  writeManyOrders(config.database, orders, Date.now());
  const db = openTestDatabase(config.database);
  return { db, storeId: idOf(stores.cafe?.id) };
}
