import { PERMISSIONS, type Permission } from '../src/domain/accounts/permissions.ts';
import { changeVariant } from '../src/domain/catalogue/edit-variant.ts';
import { type Crawled, crawl } from './crawl.ts';
import { type Browser, type SignInOptions, signedIn } from './office.ts';
import { openCrawlStore, storeKey } from './office-routes.ts';
import { change } from './sql.ts';
import { idOf, type Shop } from './support.ts';

export const ROLES: Readonly<Record<string, readonly Permission[]>> = {
  manager: PERMISSIONS,
  staff: ['orders', 'money', 'stock', 'products', 'customer_data'],
  warehouse: ['orders', 'stock'],
  packer: ['orders'],
  bookkeeper: ['money', 'costs', 'customer_data'],
};

const optionsOf = (role: string): SignInOptions =>
  role in ROLES ? { role: role as 'packer' } : { permissions: role.split(' ') as Permission[] };

export const signedInAs = (shop: Shop, role: string): Promise<Browser> =>
  signedIn(shop, { name: `the ${role}`, store: storeKey(shop), ...optionsOf(role) });

/** Recipient details in courier reports. */
const REPORT_NAMES = change(
  `INSERT INTO tracking_events (shipment_id, time, code, description, location, receive_time)
   SELECT s.id, 1, 'x', 'ผู้รับ ' || a.name, a.address1, 1 FROM shipments s JOIN orders o ON o.id = s.order_id
   JOIN addresses a ON a.version = o.recipient_address`,
);

/** A busy store with a cost of every variant and the recipients' names in the reports of couriers. */
export async function openRolesStore() {
  const opened = await openCrawlStore();
  await opened.shop.ctx.write((tx) => {
    for (const id of Object.values(opened.shop.ids.variants))
      changeVariant(tx, idOf(id), { cost: 65_432_100 as never }, opened.shop.now());
    tx.run(REPORT_NAMES);
  });
  return opened;
}

const crawls = new Map<string, Crawled>();

/** Pages that a role reaches by links. The store is always the same, so each role crawls it once per process. */
export async function crawlAs(role: string): Promise<Crawled> {
  const known = crawls.get(role); // not its promise: see once.ts
  if (known) return known;
  const { shop } = await openRolesStore();
  const found = await crawl(await signedInAs(shop, role));
  crawls.set(role, found);
  return found;
}
