import { shippingTypes } from '../../../domain/orders/codes.ts';
import { type CodParcel, newestCodParcels, parcelsOfRemittance } from '../../../domain/orders/payments/cod-parcels.ts';
import { existingRemittance, listRemittances, type Remittance } from '../../../domain/orders/payments/rows.ts';
import { AppError } from '../../../lib/errors.ts';
import { fields, optionalChoice, optionalId, optionalText } from '../../forms/fields.ts';
import type { StoreContext } from '../../request-context.ts';
import { get, type Screen } from '../../screen.ts';
import { parcelsFile, remittancesFile } from './cod-csv.ts';
import { COD_STATUSES, codPage } from './cod-list.tsx';
import { remitScreens } from './remittance-import.tsx';
import { remittancePage, remittancesPage } from './remittance-pages.tsx';

const search = fields({ status: optionalChoice(COD_STATUSES), courier: optionalText(64), before: optionalId });
const PAGE_SIZE = 50;
const MAX_CSV_ROWS = 50_000;

/** COD parcels and payouts. */
export const codScreens: readonly Screen[] = [
  get('/orders/cod', 'staff', (context) => {
    const parcels = found(context, PAGE_SIZE + 1);
    return codPage(context, {
      ...context.query(search),
      parcels: parcels.slice(0, PAGE_SIZE),
      hasMore: parcels.length > PAGE_SIZE,
      couriers: shippingTypes(context.app.config.values),
    });
  }),
  get('/orders/cod.csv', 'staff', (context) => parcelsFile(context, 'cod', found(context, MAX_CSV_ROWS))),
  get('/orders/cod/remittances', 'staff', remittancesPage),
  get('/orders/cod/remittances.csv', 'staff', (context) =>
    remittancesFile(context, listRemittances(context.db, context.store.id, { limit: MAX_CSV_ROWS, offset: 0 })),
  ),
  get('/orders/cod/remittances/:id', 'staff', (context) => {
    const remittance = remittanceOf(context);
    return remittancePage(context, remittance, parcelsOfRemittance(context.db, remittance.id));
  }),
  get('/orders/cod/remittances/:id/parcels.csv', 'staff', (context) => {
    const { id } = remittanceOf(context);
    return parcelsFile(context, `remittance-${id}`, parcelsOfRemittance(context.db, id));
  }),
  ...remitScreens,
];

function remittanceOf(context: StoreContext): Remittance {
  const remittance = existingRemittance(context.db, context.id());
  if (remittance.storeId !== context.store.id)
    throw new AppError('not_found', 'remittance_not_found', { remittance: remittance.id });
  return remittance;
}

function found(context: StoreContext, limit: number): CodParcel[] {
  const { status, courier, before } = context.query(search);
  const page = { codStatus: status, shippingType: courier, before, limit };
  return newestCodParcels(context.db, context.store.id, page);
}
