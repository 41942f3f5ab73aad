import type { Reader } from '../../db/reader.ts';
import { query } from '../../db/statement.ts';
import { notFound } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import { nextTurn } from '../../lib/runtime.ts';
import { foldCase } from '../../lib/text.ts';
import { ERASED } from '../addresses.ts';
import { existingCustomer, mergedTelephones } from '../orders/customers/customer.ts';
import { customerKey } from '../orders/customers/customer-rows.ts';
import { notesOfCustomers } from '../orders/customers/notes-and-tags.ts';
import type { OrderEntry } from '../orders/list/entries.ts';
import { listOrderPage } from '../orders/list/order-page.ts';
import { digitsOf } from '../orders/list/search-words.ts';

/**
 * A person as identified in orders: the same name and telephone, in any spelling. With `telephones`, everything under
 * these normalized telephones belongs to the person, whatever the name.
 */
export interface Person {
  name: string;
  telephone: string | null;
  telephones?: readonly string[] | undefined;
}

const keyOf = ({ name, telephone }: Pick<Person, 'name' | 'telephone'>): string =>
  `${digitsOf(telephone)} ${foldCase(name).replace(/\s+/g, ' ').trim()}`;

export interface FoundPerson extends Person {
  /** The newest found order, which identifies the person. */
  orderId: Id;
  orderNumber: number;
  /** Found orders. */
  orders: number;
  lastOrderTime: number;
}

/** The maximum number of orders that are not deleted that `findPersons` reads. */
export const MAX_FOUND_ORDERS = 200;
const BATCH_ROWS = 2_000; // about two milliseconds

type FoundOrder = Pick<OrderEntry, 'id' | 'orderNumber' | 'recipientName' | 'telephone' | 'createTime'>;

/** Deleted orders, which the order list no longer shows, but which contain customer data until it is erased. */
const deletedOrders = query<FoundOrder>(
  { reads: ['addresses', 'orders'] },
  `SELECT o.id, o.order_number AS orderNumber, a.name AS recipientName, a.telephone, o.create_time AS createTime
   FROM orders o JOIN addresses a ON a.version = o.recipient_address
   WHERE o.store_id = ? AND o.stage = 'deleted' ORDER BY o.order_number DESC LIMIT ${BATCH_ROWS}`,
);

function deletedOrdersOf(db: Reader, storeId: Id, search: string): FoundOrder[] {
  const [text, digits] = [foldCase(search.trim()), digitsOf(search)];
  const isFound = ({ recipientName, telephone }: FoundOrder) =>
    foldCase(recipientName).includes(text) || (digits !== '' && digitsOf(telephone).includes(digits));
  return text === '' ? [] : db.all(deletedOrders, storeId).filter(isFound);
}

/** The customers among the newest orders that the search finds, as the order list does; not erased ones. */
export function findPersons(db: Reader, storeId: Id, search: string, now: number): FoundPerson[] {
  const { orders } = listOrderPage(db, storeId, { tab: 'all', search }, { limit: MAX_FOUND_ORDERS }, now);
  const found = [...orders, ...deletedOrdersOf(db, storeId, search)].filter(
    ({ recipientName }) => recipientName !== ERASED,
  );
  const persons = new Map<string, FoundPerson>();
  for (const { id, orderNumber, recipientName: name, telephone, createTime } of found) {
    const known = persons.get(keyOf({ name, telephone }));
    if (known) known.orders += 1;
    else
      persons.set(keyOf({ name, telephone }), {
        name,
        telephone,
        orderId: id,
        orderNumber,
        orders: 1,
        lastOrderTime: createTime,
      });
  }
  return [...persons.values()];
}

const recipientOfOrder = query<Pick<Person, 'name' | 'telephone'> & { storeId: Id; isErased: 0 | 1 }>(
  { reads: ['addresses', 'orders'] },
  `SELECT o.store_id AS storeId, a.name, a.telephone, a.erase_time IS NOT NULL AS isErased
   FROM orders o JOIN addresses a ON a.version = o.recipient_address WHERE o.id = ?`,
);

/**
 * The recipient of the order, which may be deleted. If the customer is merged, everything under the merged telephones.
 * @throws AppError not_found, also for an erased customer
 */
export function personOfOrder(db: Reader, orderId: Id): Person {
  const recipient = db.get(recipientOfOrder, orderId);
  if (!recipient) throw notFound('order_not_found', { order: orderId });
  const { isErased, storeId, ...person } = recipient;
  if (isErased) throw notFound('customer_is_erased', { order: orderId });
  const merged = mergedTelephones(db, storeId, person.telephone);
  return merged.length > 1 ? { ...person, telephones: merged.map(({ telephone }) => telephone) } : person;
}

/** Everything under the customer's telephones. @throws AppError not_found */
export function personOfCustomer(db: Reader, storeId: Id, customerId: Id): Person {
  const { name, members } = existingCustomer(db, storeId, customerId);
  const telephones = members.map(({ telephone }) => telephone);
  return { name, telephone: telephones[0] ?? null, telephones };
}

/** The rows that contain a person's data. */
export interface PersonRows {
  /** Versions of addresses. */
  addresses: Id[];
  orders: Id[];
  /** Notes about customers. */
  notes: Id[];
  /** Customers whose tags and price tier belong to the person. */
  customers: Id[];
}

/** The customers whose notes, tags and price tier belong to the person. */
function customersOfPerson(db: Reader, storeId: Id, { telephone, telephones = [telephone ?? ''] }: Person): Id[] {
  const merged = telephones.flatMap((telephone) => mergedTelephones(db, storeId, telephone));
  return [...new Set(merged.flatMap(({ id }) => id ?? []))];
}

const customerAddresses = query<Person & { id: Id }>(
  { reads: ['addresses'] },
  `SELECT version AS id, name, telephone FROM addresses WHERE version > @after AND +store_id = @storeId AND key IS NULL
   AND erase_time IS NULL ORDER BY version LIMIT ${BATCH_ROWS}`,
);

const ordersOfAddresses = query<{ id: Id }>(
  { reads: ['orders'] },
  `SELECT o.id FROM json_each(?) wanted CROSS JOIN orders o ON o.recipient_address = wanted.value ORDER BY o.id`,
);

/** Addresses of the orders before a correction, unless another order uses them. */
const correctedAddresses = query<{ id: Id }>(
  { reads: ['addresses', 'order_history', 'orders'] },
  `SELECT DISTINCT a.version AS id FROM json_each(@orders) wanted CROSS JOIN order_history h ON h.order_id = wanted.value
   CROSS JOIN addresses a ON a.version = CAST(h.detail ->> '$.recipient_address.from.id' AS INTEGER)
   WHERE h.event = 'edited' AND a.key IS NULL AND a.erase_time IS NULL
     AND NOT EXISTS (SELECT 1 FROM orders o WHERE o.recipient_address = a.version
       AND o.id NOT IN (SELECT value FROM json_each(@orders)))`,
);

export const correctedAddressesOf = (db: Reader, orders: readonly Id[]): Id[] =>
  db.all(correctedAddresses, { orders: JSON.stringify(orders) }).map(({ id }) => id);

/** Reads every address of the store, in short steps: the index of words could miss one. */
export async function rowsOfPerson(db: Reader, storeId: Id, person: Person): Promise<PersonRows> {
  const isPerson = matcherOf(person);
  const addresses = new Set<Id>();
  for await (const { id, ...recipient } of addressesInSteps(db, storeId)) if (isPerson(recipient)) addresses.add(id);
  const orders = db.all(ordersOfAddresses, JSON.stringify([...addresses])).map(({ id }) => id);
  const customers = customersOfPerson(db, storeId, person);
  const notes = notesOfCustomers(db, customers).map(({ id }) => id);
  return { addresses: [...new Set([...addresses, ...correctedAddressesOf(db, orders)])], orders, notes, customers };
}

function matcherOf(person: Person): (recipient: Person) => boolean {
  const key = keyOf(person);
  const telephones = new Set(person.telephones);
  return (recipient) => keyOf(recipient) === key || telephones.has(customerKey(recipient.telephone) ?? '');
}

async function* addressesInSteps(db: Reader, storeId: Id): AsyncGenerator<Person & { id: Id }> {
  for (let after = 0; ; ) {
    const rows = db.all(customerAddresses, { after, storeId });
    yield* rows;
    if (rows.length < BATCH_ROWS) return;
    after = rows.at(-1)?.id as number;
    await nextTurn();
  }
}
