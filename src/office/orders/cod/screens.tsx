import { shippingTypes } from '../../../domain/orders/codes.ts';
import { newestCodParcels } from '../../../domain/orders/payments/cod-pages.ts';
import { type CodParcel, parcelsOfRemittance } from '../../../domain/orders/payments/cod-parcels.ts';
import {
  existingRemittance,
  listRemittances,
  type Remittance,
} from '../../../domain/orders/payments/remittance-rows.ts';
import { Refusal } from '../../../lib/errors.ts';
import { fields, optionalChoice, optionalId, optionalText } from '../../forms/fields.ts';
import { get, type Screen } from '../../screen.ts';
import type { Visit } from '../../visit.ts';
import { parcelsFile, remittancesFile } from './files.ts';
import { codPage } from './list.tsx';
import { remitScreens } from './remit.tsx';
import { remittancePage, remittancesPage } from './remittances.tsx';
import { COD_STATUSES } from './statuses.ts';

const search = fields({
  status: optionalChoice(COD_STATUSES),
  courier: optionalText(64),
  before: optionalId,
});
const A_PAGE = 50;
const MOST_IN_FILE = 50_000;

/** What couriers collect, have collected and pay out. */
export const codScreens: readonly Screen[] = [
  get('/orders/cod', 'staff', (visit) => {
    const parcels = found(visit, A_PAGE + 1);
    return codPage(visit, {
      ...visit.query(search),
      parcels: parcels.slice(0, A_PAGE),
      hasMore: parcels.length > A_PAGE,
      couriers: shippingTypes(visit.ctx.config.values),
    });
  }),
  get('/orders/cod.csv', 'staff', (visit) => parcelsFile(visit, 'cod', found(visit, MOST_IN_FILE))),
  get('/orders/cod/remittances', 'staff', remittancesPage),
  get('/orders/cod/remittances.csv', 'staff', (visit) =>
    remittancesFile(visit, listRemittances(visit.ctx.db, visit.store.id, { limit: MOST_IN_FILE, offset: 0 })),
  ),
  get('/orders/cod/remittances/:id', 'staff', (visit) => {
    const remittance = remittanceOf(visit);
    return remittancePage(visit, remittance, parcelsOfRemittance(visit.ctx.db, remittance.id));
  }),
  get('/orders/cod/remittances/:id/parcels.csv', 'staff', (visit) => {
    const { id } = remittanceOf(visit);
    return parcelsFile(visit, `remittance-${id}`, parcelsOfRemittance(visit.ctx.db, id));
  }),
  ...remitScreens,
];

function remittanceOf(visit: Visit): Remittance {
  const remittance = existingRemittance(visit.ctx.db, visit.id());
  if (remittance.storeId !== visit.store.id) throw new Refusal('not_found', 'there is no such remittance');
  return remittance;
}

function found(visit: Visit, limit: number): CodParcel[] {
  const { status, courier, before } = visit.query(search);
  const page = { codStatus: status, shippingType: courier, before, limit };
  return newestCodParcels(visit.ctx.db, visit.store.id, page);
}
