import { createHash } from 'node:crypto';
import { addRole } from '../src/domain/accounts/roles.ts';
import { deleteProduct } from '../src/domain/catalogue/delete-product.ts';
import { ordersOfCustomers } from '../src/domain/orders/customers/customer.ts';
import { deriveCustomers, isDerivationBehind } from '../src/domain/orders/customers/customer-rows.ts';
import { tagCustomer, writeNote } from '../src/domain/orders/customers/edit-notes-and-tags.ts';
import { mergeCustomers } from '../src/domain/orders/customers/merge.ts';
import { byCommand } from '../src/domain/orders/history.ts';
import { addOrderTag } from '../src/domain/orders/order-tags.ts';
import { refundOrder } from '../src/domain/orders/payments/refund.ts';
import { shipmentsToTrack } from '../src/domain/orders/shipments/shipment.ts';
import { rescheduleTracking } from '../src/domain/orders/shipments/shipment-rows.ts';
import type { Id } from '../src/lib/ids.ts';
import type { Money } from '../src/lib/money.ts';
import type { Screen } from '../src/office/screen.ts';
import { SCREENS } from '../src/office/screens.ts';
import { openBusyDemoStore, openCopy } from './busy-demo-store.ts';
import { addressOf, type Crawled, crawl, recordPage, screenAt } from './crawl.ts';
import { type Browser, type PageResponse, signedIn } from './office.ts';
import { once } from './once.ts';
import { ONE_PIXEL } from './one-pixel.ts';
import { ownRows } from './raw-http.ts';
import { sql } from './sql.ts';
import { idOf, type Shop } from './support.ts';

// A busy store, and a path for every screen of the office in it.

/** A screen with a path in the first store and the fields of its form. */
export interface RoutePath {
  screen: Screen;
  /** Below `/office`. */
  address: string;
  fields: readonly [name: string, value: string][];
}

/** A busy store with a deleted product, and an owner of all stores. */
export async function openCrawlStore() {
  const { copy, time } = await crawlStore();
  const opened = await openCopy(copy, time);
  return { ...opened, owner: await signedIn(opened.shop, { name: 'first-owner' }) };
}

const crawlStore = once(async () => {
  const { shop, clock } = await openBusyDemoStore();
  const [product = ''] = Object.values(shop.ids.products).slice(-1);
  await writeAboutCustomers(shop);
  await refundWithSlip(shop);
  await shop.ctx.write((tx) => {
    deleteProduct(tx, idOf(product), shop.now());
    addRole(tx, idOf(shop.stores[storeKey(shop)]?.id ?? ''), { name: 'counting', permissions: new Set(['stock']) });
    // however long a test takes, the job that tracks parcels changes none
    for (const { id } of shipmentsToTrack(tx, shop.now(), 1_000)) rescheduleTracking(tx, id, null);
  });
  return { copy: await shop.copy(), time: clock.now() };
});

/** A refund of a paid order to the customer's account. The order stays paid in part. */
async function refundWithSlip({ ctx, now }: Shop): Promise<void> {
  const paid = sql<{ id: Id }>(
    `SELECT order_id AS id FROM payments WHERE status = 'confirmed' AND amount > 20000 LIMIT 1`,
  );
  await ctx.write((tx) => {
    const { id } = tx.get(paid) as { id: Id };
    const to = { promptpay: '0891112223', name: 'เจ้าของบัญชี' };
    refundOrder(tx, id, { amount: 10_000 as Money, method: 'promptpay', slip: ONE_PIXEL, to }, byCommand(now()));
  });
}

/** Two customers merged, with a note and tags, and an order with a tag. */
async function writeAboutCustomers({ ctx, now }: Shop): Promise<void> {
  while (isDerivationBehind(ctx.db)) await ctx.write((tx) => deriveCustomers(tx, 100));
  await ctx.write((tx) => {
    const [into, from] = tx.all(
      sql<{ id: Id; storeId: Id }>('SELECT id, store_id AS storeId FROM customers ORDER BY id'),
    );
    if (!into || !from) throw new Error('the busy store has no customers');
    const named = { storeId: into.storeId, customer: into.id };
    mergeCustomers(tx, into.storeId, { from: from.id, into: into.id });
    writeNote(tx, named, { text: 'โทรก่อนส่ง', userId: null, now: now() });
    tagCustomer(tx, named, 'VIP');
    const [order] = ordersOfCustomers(tx, [into.id], { limit: 1 });
    addOrderTag(tx, order as Id, 'ของขวัญ');
  });
}

export const storeKey = (shop: Shop): string => Object.keys(shop.stores)[0] as string;

let routes: RoutePath[] | undefined;

/**
 * Every screen with a path. The store is always the same, so it is crawled once per process.
 *
 * @throws Error naming screens without a known path: add a link or a form, or an entry in `morePages`
 */
export async function everyRoute(shop: Shop, owner: Browser): Promise<RoutePath[]> {
  routes ??= await findRoutes(shop, owner); // not its promise: see once.ts
  return routes;
}

async function findRoutes(shop: Shop, owner: Browser): Promise<RoutePath[]> {
  const found = await crawl(owner);
  for (const path of morePages(shop)) {
    await recordPage(owner, found, path);
    const screen = screenAt(path);
    if (screen && !found.pages.has(screen.path)) found.pages.set(screen.path, [path]);
    const form = screenAt(path, 'POST');
    if (form && !found.forms.has(form.path)) found.forms.set(form.path, { action: path, fields: [] });
  }
  const unknown = SCREENS.filter((screen) => addressOf(screen, found) === undefined);
  if (unknown.length > 0) throw new Error(`no address is known of ${unknown.map(({ path }) => path).join(', ')}`);
  return SCREENS.map((screen) => ({
    screen,
    address: addressOf(screen, found) ?? '',
    fields: fieldsOf(screen, found),
  }));
}

const fieldsOf = (screen: Screen, { forms }: Crawled) =>
  screen.method === 'POST' ? (forms.get(screen.path)?.fields ?? []) : [];

/** Paths that the crawl does not reach: it opens only a few pages per screen, and some forms need a special state. */
export function morePages({ ctx: { db }, ids }: Shop): string[] {
  const merged = db.get(
    sql<{ id: Id; mergedInto: Id }>(
      'SELECT id, merged_into AS mergedInto FROM customers WHERE merged_into IS NOT NULL',
    ),
  );
  const tagged = db.get(sql<{ id: Id }>('SELECT order_id AS id FROM order_tags'));
  const note = db.get(sql<{ id: Id }>('SELECT id FROM customer_notes'));
  const order = (from: string) => db.get(sql<{ id: number; other: number }>(from)) ?? { id: 0, other: 0 };
  const paid = order('SELECT order_id AS id, payment_id AS other FROM payment_slips JOIN payments ON id = payment_id');
  const refunded = order(
    `SELECT p.order_id AS id, refund_id AS other FROM refund_slips JOIN refunds r ON r.id = refund_id
     JOIN payments p ON p.id = r.payment_id`,
  );
  const booked = order("SELECT order_id AS id, id AS other FROM shipments WHERE status = 'booked'");
  const left = order("SELECT order_id AS id, id AS other FROM shipments WHERE status = 'picked_up'");
  const cod = order("SELECT id, 0 AS other FROM orders WHERE cod_status = 'pending'");
  return [
    `/orders/${paid.id}`,
    `/orders/${booked.id}`,
    `/orders/${left.id}`,
    `/orders/${cod.id}`,
    `/orders/${paid.id}/payments/${paid.other}/slip`,
    `/orders/${paid.id}/payments/${paid.other}/slip/small`,
    `/orders/${paid.id}/payments/${paid.other}/confirm-listed`,
    `/orders/${refunded.id}/refund/${refunded.other}/slip`,
    `/orders/numbers/${cod.id}`,
    '/stock/items',
    '/products/labels/items',
    `/orders/${cod.id}/pack/again`,
    `/orders/${booked.id}/pack/missing`,
    `/orders/${booked.id}/pack/missing/later`,
    `/orders/${booked.id}/pack/missing/close`,
    `/orders/${booked.id}/packed`,
    `/orders/${cod.id}/buyer-link`,
    `/orders/${cod.id}/buyer-link/revoke`,
    `/orders/${left.id}/return`,
    `/stock/return/${left.id}`,
    '/orders/cod/remittances/1/not-saved.csv',
    '/orders/bulk/1',
    '/orders/bulk/1/run',
    '/views/1',
    '/views/1/delete',
    '/products/deleted',
    '/products/organize?action=tag',
    '/products/delete?ids=1',
    '/products/labels.pdf?kind=barcode&size=50x30&lines=1x1',
    '/stock/assembly',
    `/orders/${cod.id}/refund-documents/1`,
    '/settings/payments/accounts/1',
    '/settings/payments/accounts/1/remove',
    '/settings/couriers/ems',
    '/settings/couriers/ems/ranges/1/remove',
    '/settings/backups/raan-20260101-000000.db',
    ...['', '/email', '/email/confirm', '/line', '/push', '/1/test', '/1/remove'].map((rest) => `/me/alerts${rest}`),
    ...['/line/test', '/line/remove'].map((rest) => `/settings/alerts${rest}`),
    `/orders/new?copy=${booked.id}`,
    `/partners/channels/${ids.channels.page?.id}/calls`,
    `/partners/sandbox/${ids.channels.page?.id}/secret`,
    `/first-run/channel/${ids.channels.page?.id}/secret`,
    ...['cod-payout.csv', 'tour/close', 'tour/open'].map((path) => `/demo/${path}`),
    ...['', '/export.json', '/export.html', '/erase'].flatMap((rest) => [
      `/settings/customers/${booked.id}${rest}`,
      `/customers/${merged?.mergedInto}/data${rest}`,
    ]),
    ...['', '/tags/remove', `/notes/${note?.id}`, `/notes/${note?.id}/remove`, `/separate/${merged?.id}`].map(
      (rest) => `/customers/${merged?.mergedInto}${rest}`,
    ),
    `/orders/${tagged?.id}`,
    `/orders/${tagged?.id}/tags/remove`,
  ];
}

/** The CSRF token of a page. */
export const tokenOf = ({ html }: PageResponse): string => /name="csrf" value="([^"]+)"/.exec(html)?.[1] ?? '';

const VOLATILE_TABLES = new Set(['sessions', 'accounts', 'known_browsers', 'sign_in_failures', 'sign_in_blocks']);

/** All rows by table, except sessions and what jobs derive. */
export const rows = (shop: Shop): Map<string, string> =>
  new Map(
    Object.entries(ownRows(shop))
      .filter(([table]) => !VOLATILE_TABLES.has(table))
      .map(([table, all]) => [table, createHash('sha256').update(JSON.stringify(all)).digest('hex')]),
  );

/** The changed tables. */
export const changedTables = (before: Map<string, string>, after: Map<string, string>): string[] =>
  [...before.keys()].filter((table) => before.get(table) !== after.get(table));
