import { shippingTypes } from '../../../domain/orders/codes.ts';
import { type CodParcel, listCodParcels, parcelsOfRemittance } from '../../../domain/orders/payments/cod-parcels.ts';
import { existingRemittance, listRemittances } from '../../../domain/orders/payments/remittance-rows.ts';
import { bangkokMinute } from '../../../lib/calendar.ts';
import { Refusal } from '../../../lib/errors.ts';
import { moneyText } from '../../../lib/money.ts';
import { fields, optionalChoice, optionalText, optionalWhole } from '../../forms/fields.ts';
import { csvFile } from '../../page/downloads.ts';
import { get, type Screen } from '../../screen.ts';
import type { Visit } from '../../visit.ts';
import { codStatusName } from '../states.tsx';
import { codPage } from './list.tsx';
import { remitScreens } from './remit.tsx';
import { remittancePage, remittancesPage } from './remittances.tsx';
import { COD_STATUSES } from './statuses.ts';

const search = fields({
  status: optionalChoice(COD_STATUSES),
  courier: optionalText(64),
  page: optionalWhole(1, 1_000_000),
});
const A_PAGE = 50;
const MOST_IN_FILE = 50_000;

/** What couriers collect, have collected and pay out. */
export const codScreens: readonly Screen[] = [
  get('/orders/cod', 'staff', (visit) => {
    const { page = 1 } = visit.query(search);
    const found = listed(visit, { limit: A_PAGE + 1, offset: (page - 1) * A_PAGE });
    const hasMore = found.parcels.length > A_PAGE;
    const couriers = shippingTypes(visit.ctx.config.values);
    return codPage(visit, {
      ...visit.query(search),
      ...found,
      parcels: found.parcels.slice(0, A_PAGE),
      hasMore,
      couriers,
    });
  }),
  get('/orders/cod.csv', 'staff', (visit) =>
    csvFile(
      'cod',
      COLUMNS,
      listed(visit, { limit: MOST_IN_FILE, offset: 0 }).parcels.map((parcel) => rowOf(visit, parcel)),
    ),
  ),
  get('/orders/cod/remittances', 'staff', (visit) =>
    remittancesPage(visit, listRemittances(visit.ctx.db, visit.store.id, { limit: 200, offset: 0 })),
  ),
  get('/orders/cod/remittances/:id', 'staff', (visit) => {
    const remittance = existingRemittance(visit.ctx.db, visit.id());
    if (remittance.storeId !== visit.store.id) throw new Refusal('not_found', 'there is no such remittance');
    return remittancePage(visit, remittance, parcelsOfRemittance(visit.ctx.db, remittance.id));
  }),
  ...remitScreens,
];

function listed(visit: Visit, page: { limit: number; offset: number }) {
  const { status, courier } = visit.query(search);
  return listCodParcels(visit.ctx.db, visit.store.id, { codStatus: status, shippingType: courier, ...page });
}

const COLUMNS = ['order_number', 'tracking_number', 'shipping_type', 'cod_status', 'amount', 'paid', 'deliver_time'];

const rowOf = ({ language }: Visit, parcel: CodParcel) => [
  parcel.orderNumber,
  parcel.trackingNumber,
  parcel.shippingType,
  parcel.codStatus === null ? null : codStatusName(parcel.codStatus, language),
  parcel.amount === null ? null : moneyText(parcel.amount),
  parcel.paid === null ? null : moneyText(parcel.paid),
  parcel.deliverTime === null ? null : bangkokMinute(parcel.deliverTime),
];
