import type { Reader } from '../../db/reader.ts';
import { query } from '../../db/statement.ts';
import type { Id } from '../../lib/ids.ts';
import type { Message } from '../../lib/messages/catalogue.ts';
import { message } from '../../lib/messages/message.ts';

const storesWithGaps = query<{ storeId: Id }>(
  { reads: ['available_changes'] },
  'SELECT store_id AS storeId FROM available_changes GROUP BY store_id HAVING min(id) <> 1 OR max(id) <> count(*)',
);

const appsAheadOfChanges = query<{ id: Id }>(
  { reads: ['apps', 'available_changes'] },
  `SELECT id FROM apps
   WHERE last_announced > coalesce((SELECT max(id) FROM available_changes c WHERE c.store_id = apps.store_id), 0)`,
);

/** A line for each store whose changes are not numbered 1, 2, 3 and so on, and for each app whose position is past the newest. */
export function verifyChanges(db: Reader): Message[] {
  const gaps = db.all(storesWithGaps);
  const ahead = db.all(appsAheadOfChanges);
  return [
    ...gaps.map(({ storeId }) => message('changes_missing', { store: storeId })),
    ...ahead.map(({ id }) => message('app_ahead_of_changes', { app: id })),
  ];
}
