import { query } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import type { Id } from '../../lib/ids.ts';
import { markAnnounced, withSecrets } from './apps.ts';
import { itemsText } from './body.ts';
import { changesFrom, itemsOf } from './changes.ts';
import {
  BATCHING_WINDOW,
  type Contents,
  type EventSource,
  MAX_ITEMS,
  RECEIVER,
  type Receiver,
  STOCK_EVENT,
  startDelivery,
} from './deliveries.ts';
import { channelsOfLimitedApps, withoutForeignOrders } from './own-orders.ts';
import { IS_LISTENING } from './recording.ts';

/** Subscribed apps, except @busy ones, whose oldest change has waited long enough or that have a full batch. */
const DUE = `FROM apps a
  JOIN available_changes oldest ON oldest.store_id = a.store_id AND oldest.id = a.last_announced + 1
  LEFT JOIN available_changes last ON last.store_id = a.store_id AND last.id = a.last_announced + ${MAX_ITEMS}
  WHERE ${IS_LISTENING} AND (last.id > 0 OR oldest.create_time <= @now - ${BATCHING_WINDOW} OR oldest.create_time > @now)
    AND a.id NOT IN (SELECT value FROM json_each(@busy))`;

const dueApp = query<object>({ reads: ['apps', 'available_changes'] }, `SELECT 1 ${DUE} LIMIT 1`);

const waitingApp = query<object>(
  { reads: ['apps', 'available_changes'] },
  `SELECT 1 FROM apps a JOIN available_changes oldest ON oldest.store_id = a.store_id AND oldest.id = a.last_announced + 1
   WHERE ${IS_LISTENING} LIMIT 1`,
);

type DueApp = Receiver & { lastAnnounced: number };

const dueApps = query<DueApp>(
  { reads: ['apps', 'available_changes'] },
  `SELECT ${RECEIVER}, last_announced AS lastAnnounced ${DUE}`,
);

/** The source of `stock_available_updated` events. */
export const stockEvents: EventSource = {
  isWaiting: (db) => db.get(waitingApp) !== undefined,
  isDue: (db, busy, now) => db.get(dueApp, { busy: JSON.stringify(busy), now }) !== undefined,
  claim: (tx, busy, now) => {
    const due = tx.all(dueApps, { busy: JSON.stringify(busy), now }).map((app) => withSecrets(tx, app));
    const limited = channelsOfLimitedApps(
      tx,
      due.map(({ id }) => id),
    );
    const appsByContents = Map.groupBy(due, ({ id, storeId, lastAnnounced }) =>
      [storeId, lastAnnounced, limited.get(id)].join(),
    );
    // Reads all contents first: a read of changes between the inserts would flush the queued deliveries.
    const groups = [...appsByContents.values()].map((apps) => {
      const [{ id, storeId, lastAnnounced }] = apps as [DueApp];
      return { apps, lastAnnounced, contents: contentsFrom(tx, storeId, lastAnnounced + 1, limited.get(id)) };
    });
    return groups.flatMap(({ apps, lastAnnounced, contents }) => {
      const ids = apps.map(({ id }) => id);
      markAnnounced(tx, ids, lastAnnounced + contents.count);
      return apps.map((app) => startDelivery(tx, app, contents, now));
    });
  },
};

/** @param ownChannels channels of an app that is limited to their orders; undefined for other apps */
function contentsFrom(tx: WriteTx, storeId: Id, first: number, ownChannels: Id[] | undefined): Contents {
  const changes = changesFrom(tx, storeId, first, MAX_ITEMS);
  const all = itemsOf(tx, changes);
  const items = itemsText(ownChannels ? withoutForeignOrders(tx, ownChannels, all) : all);
  return { ...changes, eventType: STOCK_EVENT, isStored: ownChannels !== undefined, items };
}
