import { readConfig } from '../src/config.ts';
import { openContext } from '../src/context.ts';
import type { Database } from '../src/db/database.ts';
import { openDatabase } from '../src/db/open.ts';
import { loadStoreFile } from '../src/domain/storefile/load.ts';
import type { Id } from '../src/lib/ids.ts';
import { writeManyOrders } from './bench/many-orders.ts';
import { cafe, idOf, temporaryFolder } from './support.ts';

/** A store of so many orders. */
export async function busyStore(orders: number): Promise<{ db: Database; storeId: Id }> {
  const config = { ...readConfig(), database: `${temporaryFolder()}/busy.db` };
  const ctx = openContext(config, { create: true });
  const file = JSON.parse(JSON.stringify({ stores: [cafe({ apps: [] })] }));
  const { stores } = await ctx.write((db) => loadStoreFile(db, file, config.values, Date.now()));
  ctx.close();
  writeManyOrders(config.database, orders, Date.now());
  const { db } = openDatabase(config.database, { create: false });
  return { db, storeId: idOf(stores.cafe?.id) };
}
