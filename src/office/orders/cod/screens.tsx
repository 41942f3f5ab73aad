import { shippingTypes } from '../../../domain/orders/codes.ts';
import { newestCodParcels } from '../../../domain/orders/payments/cod-pages.ts';
import { type CodParcel, parcelsOfRemittance } from '../../../domain/orders/payments/cod-parcels.ts';
import { existingRemittance, listRemittances } from '../../../domain/orders/payments/remittance-rows.ts';
import { bangkokMinute } from '../../../lib/calendar.ts';
import { Refusal } from '../../../lib/errors.ts';
import { moneyText } from '../../../lib/money.ts';
import { fields, optionalChoice, optionalId, optionalText } from '../../forms/fields.ts';
import { csvFile } from '../../page/downloads.ts';
import { get, type Screen } from '../../screen.ts';
import type { Visit } from '../../visit.ts';
import { codStatusName, courierLabel } from '../state-names.ts';
import { codPage } from './list.tsx';
import { remitScreens } from './remit.tsx';
import { remittancePage, remittancesPage } from './remittances.tsx';
import { COD_STATUSES } from './statuses.ts';
import { texts } from './texts.ts';

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
  get('/orders/cod.csv', 'staff', (visit) =>
    csvFile(
      'cod',
      columns(visit),
      found(visit, MOST_IN_FILE).map((parcel) => rowOf(visit, parcel)),
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

function found(visit: Visit, limit: number): CodParcel[] {
  const { status, courier, before } = visit.query(search);
  const page = { codStatus: status, shippingType: courier, before, limit };
  return newestCodParcels(visit.ctx.db, visit.store.id, page);
}

function columns({ language }: Visit): string[] {
  const t = texts(language);
  return [t.order, t.tracking, t.courier, t.status, t.amount, t.paid, t.delivered];
}

const rowOf = ({ language }: Visit, parcel: CodParcel) => [
  parcel.orderNumber,
  parcel.trackingNumber,
  courierLabel(parcel.shippingType, language),
  parcel.codStatus === null ? null : codStatusName(parcel.codStatus, language),
  parcel.amount === null ? null : moneyText(parcel.amount),
  parcel.paid === null ? null : moneyText(parcel.paid),
  parcel.deliverTime === null ? null : bangkokMinute(parcel.deliverTime),
];
