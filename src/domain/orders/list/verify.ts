import type { Database } from '../../../db/database.ts';
import type { Id } from '../../../lib/ids.ts';
import { verifyGoodsBack } from '../goods-back.ts';
import { existingOrder } from '../read.ts';
import { type Stage, stageOf } from '../stage.ts';

/** What is wrong with that by which orders are found, a line each. */
export const verifyList = (db: Database): string[] => [
  ...verifyStages(db),
  ...verifyGoodsBack(db),
  ...verifySearch(db),
];

function verifyStages(db: Database): string[] {
  const closed = db.all<{ id: Id; stage: Stage; status: string }>(
    `SELECT id, stage, status FROM orders WHERE status <> 'open' AND stage <> status ORDER BY id`,
  );
  const open = db.all<{ id: Id; stage: Stage }>(`SELECT id, stage FROM orders WHERE status = 'open' ORDER BY id`);
  const wrong = open.flatMap(({ id, stage }) => {
    const status = stageOf(existingOrder(db, id));
    return status === stage ? [] : [{ id, stage, status }];
  });
  return [...closed, ...wrong].map(({ id, stage, status }) => `order ${id} is listed as ${stage}, and it is ${status}`);
}

/** The index has all orders up to its newest. */
function verifySearch(db: Database): string[] {
  const [missing] = db.all<{ id: Id; count: number }>(
    `SELECT min(id) AS id, count(*) AS count FROM orders
     WHERE id < (SELECT max(id) FROM order_search_docsize) AND id NOT IN (SELECT id FROM order_search_docsize)`,
  );
  return missing?.count ? [`searching does not find ${missing.count} orders, the first of them ${missing.id}`] : [];
}
