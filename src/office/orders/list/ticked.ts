import { type OrderEntry, ownEntries } from '../../../domain/orders/list/entries.ts';
import type { Page } from '../../answer.ts';
import { fields, id, several } from '../../forms/fields.ts';
import { count } from '../../page/format.ts';
import type { Visit } from '../../visit.ts';
import { notDonePage } from './results.tsx';
import { texts } from './texts.ts';

const MOST = 500;

/**
 * The orders that were ticked, oldest first, or the page that says why nothing is done with them: there are none, or
 * more than can be done at once.
 *
 * @throws Refusal not_found where one is another store's
 */
export function tickedOrders(visit: Visit): OrderEntry[] | Page {
  const { ids = [] } = visit.form(fields({ ids: several(id) })).value ?? {};
  const t = texts(visit.language);
  if (ids.length === 0) return notDonePage(visit, t.noneChosen);
  if (ids.length > MOST) return notDonePage(visit, t.tooManyChosen(count(ids.length), count(MOST)));
  return ownEntries(visit.ctx.db, visit.store.id, ids, visit.now);
}
