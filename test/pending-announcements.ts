import type { Reader } from '../src/db/reader.ts';
import type { WriteTx } from '../src/db/write-tx.ts';
import { appById, markAnnounced } from '../src/domain/webhooks/apps.ts';
import { type Changes, type Item, itemsOf } from '../src/domain/webhooks/changes.ts';
import { IS_LISTENING } from '../src/domain/webhooks/recording.ts';
import type { Id } from '../src/lib/ids.ts';
import { sql } from './sql.ts';

function waitingFor(db: Reader, appId: Id): Changes {
  const { storeId } = appById(db, appId);
  const lastAnnounced =
    db.get(sql<{ lastAnnounced: number }>('SELECT last_announced AS lastAnnounced FROM apps WHERE id = ?'), appId)
      ?.lastAnnounced ?? 0;
  const newest = db.get(
    sql<{ id: number | null }>('SELECT max(id) AS id FROM available_changes WHERE store_id = ?'),
    storeId,
  );
  return { storeId, first: lastAnnounced + 1, count: Math.max(0, (newest?.id ?? 0) - lastAnnounced) };
}

/** Pending changes of subscribed apps, app by app. */
export const pendingItems = (db: Reader): Item[] =>
  db
    .all(sql<{ id: Id }>(`SELECT id FROM apps WHERE ${IS_LISTENING} ORDER BY id`))
    .flatMap(({ id }) => itemsOf(db, waitingFor(db, id)));

/** Takes the pending changes of an app, which count as announced from then on. */
export function takeItems(tx: WriteTx, appId: Id): Item[] {
  const changes = waitingFor(tx, appId);
  markAnnounced(tx, [appId], changes.first + changes.count - 1);
  return itemsOf(tx, changes);
}

/** SQL for a change at this time in the store, for tests where its content does not matter. */
export const insertChange = (storeId: number, time: number): string =>
  `INSERT INTO available_changes SELECT ${storeId},
     (SELECT count(*) + 1 FROM available_changes WHERE store_id = ${storeId}), 1, '', 1, 1, 0, 1, 'unknown', NULL, NULL, ${time};`;
