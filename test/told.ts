import type { Database } from '../src/db/database.ts';
import { appById, IS_LISTENING, markTold } from '../src/domain/webhooks/apps.ts';
import { type Changes, changesFrom, type Item, itemsOf } from '../src/domain/webhooks/changes.ts';
import type { Id } from '../src/lib/ids.ts';

const ALL = 1_000_000;

function waitingFor(db: Database, appId: Id): Changes {
  const { storeId } = appById(db, appId);
  const told = db.get<{ told: number }>('SELECT told FROM apps WHERE id = ?', appId)?.told ?? 0;
  return changesFrom(db, storeId, told + 1, ALL);
}

/** What listening apps are still to be told, app by app. */
export const waitingItems = (db: Database): Item[] =>
  db
    .all<{ id: Id }>(`SELECT id FROM apps WHERE ${IS_LISTENING} ORDER BY id`)
    .flatMap(({ id }) => itemsOf(db, waitingFor(db, id)));

/** What the app is still to be told; it counts as told from now on. */
export function takeItems(db: Database, appId: Id): Item[] {
  const changes = waitingFor(db, appId);
  markTold(db, [appId], changes.first + changes.count - 1);
  return itemsOf(db, changes);
}

/** SQL for a change made then in the store of this id; in a test where nothing else looks at it. */
export const changeMade = (storeId: number, time: number): string =>
  `INSERT INTO available_changes SELECT ${storeId},
     (SELECT count(*) + 1 FROM available_changes WHERE store_id = ${storeId}), 1, '', 1, 1, 0, 1, 'unknown', NULL, NULL, ${time};`;
