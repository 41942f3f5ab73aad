import { type OrderEntry, ownEntries } from '../../../domain/orders/list/entries.ts';
import { fields, id, several } from '../../forms/fields.ts';
import type { Visit } from '../../visit.ts';

const MOST = 500;

/** The orders that were ticked, oldest first. @throws Refusal not_found where one is another store's */
export function tickedOrders(visit: Visit): OrderEntry[] {
  const { ids = [] } = visit.form(fields({ ids: several(id) })).value ?? {};
  return ownEntries(visit.ctx.db, visit.store.id, ids.slice(0, MOST), visit.now);
}
