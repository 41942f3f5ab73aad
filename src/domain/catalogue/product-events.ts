import { query } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import { type Id, idText } from '../../lib/ids.ts';
import { markProductsSent, withSecrets } from '../webhooks/apps.ts';
import {
  BATCHING_WINDOW,
  type ClaimedDelivery,
  type EventSource,
  MAX_ITEMS,
  RECEIVER,
  type Receiver,
  startDelivery,
  storedContents,
} from '../webhooks/deliveries.ts';

const CHANGE_TIME = 'max(p.update_time, coalesce(p.delete_time, 0))';
const SUBSCRIBED = `FROM apps a CROSS JOIN products p ON p.store_id = a.store_id
    AND p.change = (SELECT min(change) FROM products WHERE products.store_id = a.store_id AND products.change > a.last_product)
  WHERE a.url <> '' AND a.product_updated = 1`;
const DUE = `${SUBSCRIBED} AND (${CHANGE_TIME} <= @now - ${BATCHING_WINDOW} OR ${CHANGE_TIME} > @now)
  AND a.id NOT IN (SELECT value FROM json_each(@busy))`;

const TABLES = { reads: ['apps', 'products'] } as const;

const waitingApp = query<object>(TABLES, `SELECT 1 ${SUBSCRIBED} LIMIT 1`);
const dueApp = query<object>(TABLES, `SELECT 1 ${DUE} LIMIT 1`);

type DueApp = Receiver & { position: number };

const dueApps = query<DueApp>(TABLES, `SELECT ${RECEIVER}, a.last_product AS position ${DUE}`);

/** `product_updated`: the store's changed and deleted products. */
export const productEvents: EventSource = {
  isWaiting: (db) => db.get(waitingApp) !== undefined,
  isDue: (db, busy, now) => db.get(dueApp, { busy: JSON.stringify(busy), now }) !== undefined,
  claim: (tx, busy, now) =>
    tx.all(dueApps, { busy: JSON.stringify(busy), now }).map((app) => claimProducts(tx, app, now)),
};

interface ChangedProduct {
  id: Id;
  change: number;
  updateTime: number;
  isDeleted: 0 | 1;
}

const changedProducts = query<ChangedProduct>(
  { reads: ['products'] },
  `SELECT id, change, ${CHANGE_TIME} AS updateTime, delete_time IS NOT NULL AS isDeleted FROM products p
   WHERE store_id = +? AND change > ? ORDER BY change LIMIT ${MAX_ITEMS}`,
);

function claimProducts(tx: WriteTx, app: DueApp, now: number): ClaimedDelivery {
  const changed = tx.all(changedProducts, app.storeId, app.position);
  markProductsSent(tx, app.id, changed.at(-1)?.change ?? app.position);
  const contents = storedContents('product_updated', changed.map(productEventView));
  return startDelivery(tx, withSecrets(tx, app), contents, now);
}

/** An element of `data.items` (docs/partner-api.md#changed-products). */
const productEventView = ({ id, updateTime, isDeleted }: ChangedProduct) => ({
  product_id: idText(id),
  deleted: isDeleted === 1,
  update_time: updateTime,
});
