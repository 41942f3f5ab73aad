import { priceTiers } from '../../domain/catalogue/price-tiers.ts';
import { type ExportedCustomer, exportedCustomers } from '../../domain/orders/customers/customer-export.ts';
import { bangkokMinute } from '../../lib/calendar.ts';
import type { Id } from '../../lib/ids.ts';
import { type CsvColumns, csvMoney, csvStream } from '../page/downloads.ts';
import type { StoreContext } from '../request-context.ts';
import { requestedCustomerList } from './customer-list-query.ts';
import { customersTexts } from './customers-texts.ts';

/** The customers of the list with its search and filters. */
export function customersCsv(context: StoreContext): Response {
  const { q: search, tag, filter, order } = requestedCustomerList(context);
  const name = `${customersTexts(context.language).title} ${bangkokMinute(context.now).slice(0, 10)}`;
  const customers = exportedCustomers(context.db, context.store.id, { search, tag, ...filter, ...order });
  return csvStream(name, customers, columnsOf(context), 'customers');
}

function columnsOf(context: StoreContext): CsvColumns<ExportedCustomer> {
  const t = customersTexts(context.language);
  const tiers = priceTiers(context.db, context.store.id);
  const nameOf = (tierId: Id | null) =>
    (tiers.find(({ id }) => id === tierId) ?? tiers.find(({ isDefault }) => isDefault))?.name ?? '';
  return {
    [t.name]: ({ name }) => name,
    [t.csvTelephone]: ({ telephone }) => telephone,
    [t.otherTelephones]: ({ otherTelephones }) => otherTelephones.join(', '),
    [t.orders]: ({ orders }) => orders,
    ...(context.may('money') && { [t.spending]: ({ spending }: ExportedCustomer) => csvMoney(spending) }),
    [t.parcels]: ({ parcels }) => parcels,
    [t.codRefused]: ({ codRefused }) => codRefused,
    [t.returned]: ({ returned }) => returned,
    ...(tiers.length > 1 && { [t.priceTier]: ({ priceTierId }: ExportedCustomer) => nameOf(priceTierId) }),
    [t.tags]: ({ tags }) => tags.join(', '),
    [t.lastOrder]: ({ lastOrderTime }) => bangkokMinute(lastOrderTime),
  };
}
