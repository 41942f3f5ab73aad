import { type OrderEntry, ownEntries } from '../../../domain/orders/list/entries.ts';
import type { Page } from '../../answer.ts';
import { fields, id, several } from '../../forms/fields.ts';
import { count } from '../../page/format.ts';
import type { StoreContext } from '../../request-context.ts';
import { notDonePage } from './bulk-results.tsx';
import { texts } from './order-list-texts.ts';

const MOST = 500;

/**
 * The orders that were ticked, oldest first, or the page that says why nothing is done with them: there are none, or
 * more than can be done at once.
 *
 * @throws AppError not_found where one is another store's
 */
export function selectedOrders(context: StoreContext): OrderEntry[] | Page {
  const { ids = [] } = context.form(fields({ ids: several(id) })).value ?? {};
  const t = texts(context.language);
  if (ids.length === 0) return notDonePage(context, t.noneChosen);
  if (ids.length > MOST) return notDonePage(context, t.tooManyChosen(count(ids.length), count(MOST)));
  return ownEntries(context.db, context.store.id, ids, context.now);
}
