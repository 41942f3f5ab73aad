import { codHistory } from '../../../domain/orders/customers/cod-history.ts';
import { type CustomerEntry, findCustomers } from '../../../domain/orders/customers/customer-list.ts';
import { type EarlierRecipient, recipientsWithTelephone } from '../../../domain/orders/customers/earlier-orders.ts';
import { idText } from '../../../lib/ids.ts';
import { count } from '../../../lib/number-format.ts';
import { telephoneKey } from '../../../lib/telephone.ts';
import { Tag, Time } from '../../page/components.tsx';
import type { StoreProps } from '../../request-context.ts';
import { CodHistoryText } from '../cod-history.tsx';
import { AMOUNTS, type Entry, OF_TIER, partialUpdate, TIER_FIELD } from './order-draft.ts';
import { orderEntryTexts } from './order-entry-texts.ts';

/** Id of the suggestions. */
export const SUGGESTIONS = 'customers';

const MAX_CUSTOMERS = 5;

/** An edited order already has its customer, so no customers are suggested until the form is submitted once. */
const isUnsubmittedEdit = ({ order, draft }: Entry): boolean => order !== undefined && draft.step === undefined;

/** Addresses of the customer with the phone number in the form; without a whole number, customers by name or number. */
export function Customers({ entry }: { entry: Entry }) {
  const t = orderEntryTexts(entry.context.language);
  const telephone = entry.draft.telephone?.[0] ?? '';
  const isNumber = telephoneKey(telephone) !== null;
  return (
    <>
      <p class="unscripted">
        <button type="submit" class="secondary outline small" name="step" value="customer">
          {t.findCustomer}
        </button>
      </p>
      <div id={SUGGESTIONS} aria-live="polite">
        {isNumber && !isUnsubmittedEdit(entry) && <EarlierAddresses entry={entry} telephone={telephone} />}
        {!isNumber && entry.draft.step?.at(-1) === 'customer' && <CustomersFound entry={entry} />}
      </div>
    </>
  );
}

function EarlierAddresses({ entry, telephone }: { entry: Entry; telephone: string }) {
  const { context, order } = entry;
  const { db, store } = context;
  const customers = recipientsWithTelephone(db, store.id, telephone);
  const t = orderEntryTexts(context.language);
  return (
    <>
      <CodHistoryText history={codHistory(db, store.id, telephone, order?.id)} />
      {customers.length > 0 && (
        <>
          <p class="customers-title">{t.customers}</p>
          <ul class="customers">
            {customers.slice(0, MAX_CUSTOMERS).map((customer) => (
              <AddressRow entry={entry} customer={customer} />
            ))}
          </ul>
        </>
      )}
    </>
  );
}

function AddressRow({ entry, customer }: { entry: Entry; customer: EarlierRecipient }) {
  const { context } = entry;
  const { address } = customer;
  const t = orderEntryTexts(context.language);
  return (
    <li>
      <span>
        <strong>{address.name}</strong>
        <span class="break">{addressLine(customer)}</span>
        <small>
          {t.ordersBefore(count(customer.orders))} · {t.lastOrder} <Time at={customer.lastOrderTime} ago />
        </small>
        <RefusedTag context={context} customer={customer} />
      </span>
      <UseButton
        entry={entry}
        step={`use ${idText(address.id)}`}
        label={t.useAddress}
        description={t.useNamed(address.name)}
      />
    </li>
  );
}

const MIN_SEARCH = 2; // characters; one matches too many customers

/** Customers by part of the name, or by the first digits of the number. */
function CustomersFound({ entry }: { entry: Entry }) {
  const { context, draft } = entry;
  const t = orderEntryTexts(context.language);
  const typed = ['telephone', 'name'].map((name) => draft[name]?.[0]?.trim() ?? '');
  const search = typed.find((text) => text.length >= MIN_SEARCH);
  if (search === undefined) return null;
  const { customers } = findCustomers(context.db, context.store.id, { search, sort: 'last_order' });
  if (customers.length === 0) return null;
  return (
    <>
      <p class="customers-title">{t.customersFound}</p>
      <ul class="customers">
        {customers.slice(0, MAX_CUSTOMERS).map((customer) => (
          <CustomerRow entry={entry} customer={customer} />
        ))}
      </ul>
    </>
  );
}

function CustomerRow({ entry, customer }: { entry: Entry; customer: CustomerEntry }) {
  const t = orderEntryTexts(entry.context.language);
  const { id, name, telephone, orders, lastOrderTime } = customer;
  return (
    <li>
      <span>
        <strong>{name}</strong>
        <small>
          {telephone} · {t.ordersBefore(count(orders))} · {t.lastOrder} <Time at={lastOrderTime} ago />
        </small>
      </span>
      <UseButton
        entry={entry}
        step={`customer ${idText(id)}`}
        label={t.useCustomer}
        description={t.useCustomerNamed(`${name} ${telephone}`)}
      />
    </li>
  );
}

/** A chosen customer of a new order also selects the price tier. */
const OF_CUSTOMER = [TIER_FIELD, 'order-lines', ...OF_TIER];

/** The arrow keys of a field with suggestions move through these buttons, by their ids. */
const UseButton = ({ entry, step, label, description }: UseButtonProps) => (
  <button
    type="submit"
    id={step.replace(' ', '-')}
    class="secondary outline small"
    name="step"
    value={step}
    aria-label={description}
    {...partialUpdate(entry, { target: 'recipient-fields', also: entry.order ? AMOUNTS : OF_CUSTOMER })}
  >
    {label}
  </button>
);

interface UseButtonProps {
  entry: Entry;
  step: string;
  label: string;
  description: string;
}

const RefusedTag = ({
  context,
  customer: { refusedParcels, codParcels },
}: StoreProps<{ customer: EarlierRecipient }>) =>
  refusedParcels === 0 ? null : (
    <Tag tone="bad">{orderEntryTexts(context.language).refusedBefore(count(refusedParcels), count(codParcels))}</Tag>
  );

const addressLine = ({ address }: EarlierRecipient): string =>
  [address.address1, address.address2, address.sub_district, address.district, address.province, address.postal_code]
    .filter((text) => text !== undefined && text !== '')
    .join(' ');
