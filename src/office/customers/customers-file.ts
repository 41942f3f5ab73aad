import { priceTiers } from '../../domain/catalogue/price-tiers.ts';
import { type ExportedCustomer, exportedCustomers } from '../../domain/orders/customers/customer-export.ts';
import { bangkokMinute } from '../../lib/calendar.ts';
import type { Id } from '../../lib/ids.ts';
import { type Columns, type ListFile, longListFile, minuteColumn, moneyColumn } from '../page/list-file.ts';
import type { StoreContext } from '../request-context.ts';
import { requestedCustomerList } from './customer-list-query.ts';
import { customersTexts } from './customers-texts.ts';

/** The customers of the list with its search and filters. */
export function customersFile(context: StoreContext): ListFile {
  const { q: search, tag, filter, order } = requestedCustomerList(context);
  const name = `${customersTexts(context.language).title} ${bangkokMinute(context.now).slice(0, 10)}`;
  const customers = exportedCustomers(context.db, context.store.id, { search, tag, ...filter, ...order });
  return longListFile(name, customers, columnsOf(context), 'customers');
}

function columnsOf(context: StoreContext): Columns<ExportedCustomer> {
  const t = customersTexts(context.language);
  const tiers = priceTiers(context.db, context.store.id);
  const nameOf = (tierId: Id | null) =>
    (tiers.find(({ id }) => id === tierId) ?? tiers.find(({ isDefault }) => isDefault))?.name ?? '';
  return {
    [t.name]: ({ name }) => name,
    [t.fileTelephone]: ({ telephone }) => telephone,
    [t.otherTelephones]: ({ otherTelephones }) => otherTelephones.join(', '),
    [t.orders]: ({ orders }) => orders,
    ...(context.may('money') && { [t.spending]: moneyColumn(({ spending }: ExportedCustomer) => spending) }),
    [t.parcels]: ({ parcels }) => parcels,
    [t.codRefused]: ({ codRefused }) => codRefused,
    [t.returned]: ({ returned }) => returned,
    ...(tiers.length > 1 && { [t.priceTier]: ({ priceTierId }: ExportedCustomer) => nameOf(priceTierId) }),
    [t.tags]: ({ tags }) => tags.join(', '),
    [t.lastOrder]: minuteColumn(({ lastOrderTime }) => lastOrderTime),
  };
}
