import type { WriteTx } from '../src/db/write-tx.ts';
import { addRole } from '../src/domain/accounts/roles.ts';
import { channelById } from '../src/domain/channels/channels.ts';
import { resetClientSecret } from '../src/domain/channels/client-secrets.ts';
import { resetCourierSecret } from '../src/domain/couriers/set-up.ts';
import { previewBulkAction } from '../src/domain/orders/bulk/bulk-actions.ts';
import { cancelOrder } from '../src/domain/orders/close.ts';
import { createOrder } from '../src/domain/orders/create.ts';
import { byCommand } from '../src/domain/orders/history.ts';
import { existingOrder } from '../src/domain/orders/order.ts';
import type { OrderInput } from '../src/domain/orders/order-input.ts';
import { notifyPayment, takePayment } from '../src/domain/orders/payments/payments.ts';
import { bookShipment } from '../src/domain/orders/shipments/book.ts';
import { moveShipment, pickUp } from '../src/domain/orders/shipments/move.ts';
import { addSavedView } from '../src/domain/saved-views.ts';
import { commitCount, enterCounts, startCount } from '../src/domain/stock/counts.ts';
import { demoStore } from '../src/domain/storefile/demo.ts';
import { startImport } from '../src/domain/storefile/imports/start-import.ts';
import { storeById } from '../src/domain/stores.ts';
import { resetWebhookSecret } from '../src/domain/webhooks/app-secrets.ts';
import { ping } from '../src/domain/webhooks/delivery-worker.ts';
import type { Id } from '../src/lib/ids.ts';
import { type Money, parseMoney, ZERO } from '../src/lib/money.ts';
import { untilBooking } from './booking-steps.ts';
import { remitRows } from './cod-steps.ts';
import { openCourier } from './courier-server.ts';
import { once } from './once.ts';
import { ONE_PIXEL } from './one-pixel.ts';
import { change, sql } from './sql.ts';
import { runStep } from './stock-steps.ts';
import { MINUTE, stoppedClock } from './stopped-clock.ts';
import { idOf, openShop, type Shop, type ShopCopy, until } from './support.ts';

const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const BUYERS = [
  ['สมชาย ใจดี', '0812345678', '99/1 ถ.นิมมานเหมินท์', 'สุเทพ', 'เมืองเชียงใหม่', 'เชียงใหม่', 50200],
  ['กมลวรรณ ศรีสุวรรณ', '0898765432', '12/34 หมู่บ้านพฤกษาวิลล์ ซ.5', 'บางแก้ว', 'บางพลี', 'สมุทรปราการ', 10540],
  ['Jean-Luc Dupont', '0651112222', '88 Sukhumvit 24, Room 1204', 'คลองตัน', 'คลองเตย', 'กรุงเทพมหานคร', 10110],
  ['ณัฐธิดา วงศ์ประเสริฐโชติกุล', '0623456789', '77 ม.3 ต.ท่าช้าง', 'ท่าช้าง', 'เมืองจันทบุรี', 'จันทบุรี', 22000],
  ['อารีย์ หมัดอะดั้ม', '0734567890', '5 ถ.ราษฎร์ยินดี', 'หาดใหญ่', 'หาดใหญ่', 'สงขลา', 90110],
] as const;

type Buyer = (typeof BUYERS)[number];

const baht = (text: string | number) => parseMoney(String(text)) as Money;

const MOVE_COURIER = change(
  "UPDATE couriers SET settings = json_set(settings, '$.url', ?) WHERE shipping_type = 'kex'",
);

/** The demo store with low stock and couriers, after five weeks of business. It is deterministic and built once per process. */
export async function openBusyDemoStore() {
  const { copy, time } = await busyStore();
  return openCopy(copy, time);
}

/** A copy of this store with its own courier. */
export async function openCopy(copy: ShopCopy, time: number) {
  const courier = await openCourier();
  const clock = stoppedClock(time);
  const shop = await openShop({ copyOf: copy, now: clock.now });
  await shop.ctx.write((tx) => tx.run(MOVE_COURIER, courier.url));
  return { shop, clock, courier };
}

const busyStore = once(async () => {
  const courier = await openCourier();
  const clock = stoppedClock();
  const demo = demoStore();
  const products = demo.products.map((product, i) => ({
    ...product,
    variants: product.variants.map((variant) => ({ ...variant, ...(i % 3 === 0 && { low_stock_threshold: 12 }) })),
  }));
  const ems = { shipping_type: 'ems', adapter: 'number_pool', prefix: 'EX', first: 12345678, count: 40 };
  const store = {
    ...demo,
    products,
    settings: { sell_below_zero: true, cod_counts_as_ready: true, promptpay_id: '0812345678', vat_percent: 7 },
    couriers: [ems, { shipping_type: 'kex', adapter: 'http', url: courier.url, secret: courier.secret }],
    apps: [{ key: 'bot', name: 'Chat bot', url: 'http://127.0.0.1:9/hook' }],
  };
  clock.forward(-35 * DAY);
  const shop = await openShop({ stores: [store], now: clock.now });
  for (let day = 35; day >= 0; day -= 1) {
    await trade(shop, day);
    clock.forward(DAY);
  }
  clock.forward(-DAY);
  await refusedBooking(shop, courier);
  await count(shop);
  await ping(shop.ctx, idOf(shop.ids.apps.bot?.id));
  await changeSecrets(shop);
  await addWeekendRole(shop);
  await previewImport(shop);
  await previewBulk(shop);
  await saveView(shop);
  const unread = sql<object>('SELECT 1 FROM payment_slips WHERE is_read = 0');
  await until('every slip is read', () => !shop.ctx.db.get(unread));
  return { copy: await shop.copy(), time: clock.now() };
});

/** A view of the order list that the store shares. */
const saveView = (shop: Shop) =>
  shop.ctx.write((tx) => {
    const owner = { storeId: idOf(shop.ids.id), accountId: 1 as Id };
    const view = {
      ...owner,
      list: 'orders',
      name: 'LINE ยอดสูง',
      search: '?channel=line&sort=-total',
      isShared: true,
    } as const;
    return addSavedView(tx, view, shop.now());
  });

/** A preview that changes some orders and leaves others out. */
async function previewBulk(shop: Shop): Promise<void> {
  const [storeId, accountId] = [idOf(shop.ids.id), 1 as Id];
  const orders = shop.ctx.db.all(sql<{ id: Id }>('SELECT id FROM orders ORDER BY id LIMIT 20'));
  await previewBulkAction(
    shop.ctx,
    { storeId, accountId, action: 'deliver' },
    orders.map(({ id }) => id),
  );
}

/** A product file whose preview waits for the user. */
async function previewImport({ ctx, ids }: Shop): Promise<void> {
  const bytes = Buffer.from('ชื่อสินค้า,SKU,ราคา,คงเหลือ\nแก้วเก็บความเย็น,TUMBLER,390,20\n');
  const store = storeById(ctx.db, idOf(ids.id));
  const upload = { store, accountId: 1 as Id, origin: '127.0.0.1', fileName: 'products.csv', bytes };
  const { checked } = await startImport(ctx, upload);
  await checked;
}

/** Adds a custom role. */
const addWeekendRole = (shop: Shop) =>
  shop.ctx.write((tx) =>
    addRole(tx, idOf(shop.ids.id), { name: 'พนักงานเสาร์อาทิตย์', permissions: new Set(['orders', 'customer_data']) }),
  );

/** New secrets of a channel, an app and a courier; the old ones are valid for a week. */
const changeSecrets = (shop: Shop) =>
  shop.ctx.write((tx) => {
    const reset = { now: shop.now(), keepOldFor: 7 * DAY };
    resetClientSecret(tx, idOf(shop.ids.channels.page?.id), reset);
    resetWebhookSecret(tx, idOf(shop.ids.apps.bot?.id), reset);
    resetCourierSecret(tx, { storeId: idOf(shop.ids.id), shippingType: 'kex' }, reset);
  });

/** Creates the orders of one day and moves them on to their state of today. */
async function trade(shop: Shop, daysAgo: number): Promise<void> {
  const orders = 2 + ((daysAgo * 7 + 3) % 5) + (daysAgo % 7 === 1 ? 4 : 0);
  const paid: [string, string][] = [];
  await runStep(shop, (tx, now) => {
    const channel = channelById(tx, idOf(shop.ids.channels.page?.id));
    for (let i = 0; i < orders; i += 1) {
      const wanted = wantedOrder(shop, daysAgo * 13 + i * 5, now);
      const { id } = createOrder(tx, channel, wanted, now).order;
      const number = advance(tx, id, daysAgo, i, now);
      if (number !== undefined) paid.push(number);
    }
  });
  if (paid.length > 0) await remitRows(shop, paid);
}

function wantedOrder(shop: Shop, seed: number, now: number): OrderInput {
  const variants = Object.values(shop.ids.variants);
  const variantOf = (n: number) => idOf(variants[(n * 17) % (n % 3 === 0 ? 12 : variants.length)]);
  const [name, telephone, address1, sub_district, district, province, postal_code] = BUYERS[
    seed % BUYERS.length
  ] as Buyer;
  const lines = [
    { variantId: variantOf(seed), qty: 1 + (seed % 3) },
    ...(seed % 2 === 0 ? [{ variantId: variantOf(seed + 1), qty: 1 }] : []),
  ];
  return {
    shippingType: seed % 4 === 0 ? 'kex' : 'ems',
    lines,
    recipientAddress: { name, telephone, address1, sub_district, district, province, postal_code },
    externalOrderId: `FB-${now}-${seed}`,
    ...(seed % 3 === 0 && { cod: { fee: baht(20), amount: baht(590) } }),
    salesChannel: ['facebook', 'line', 'sales_page'][seed % 3],
    discount: ZERO,
    shippingFee: baht(45),
    otherFee: ZERO,
    shipBeforePay: false,
    autoRequestXshipping: false,
    shipDeadlineTime: now + 2 * DAY,
    ...(seed % 5 === 0 && { privateNote: 'ลูกค้าประจำ ขอห่อของขวัญ' }),
  };
}

/** Moves the order as far as its age allows; returns number and amount of a parcel that is paid out. */
function advance(tx: WriteTx, id: Id, daysAgo: number, i: number, now: number): [string, string] | undefined {
  const act = byCommand(now);
  const order = existingOrder(tx, id);
  if (i === 4) {
    cancelOrder(tx, id, 'buyer', act);
    return undefined;
  }
  if (!order.isCod) {
    if (i === 0 && daysAgo < 3)
      notifyPayment(tx, id, { method: 'transfer', amount: order.total, slip: ONE_PIXEL }, act);
    if (i === 0 || (i === 1 && daysAgo < 6)) return undefined; // not paid yet
    takePayment(tx, id, { method: 'transfer' }, act);
    if (daysAgo === 4 && i === 3) return undefined; // paid, but never booked
  }
  if (daysAgo < 1) return undefined;
  const trackingNumber = `TH${String(now).slice(3, 10)}${i}`;
  const shipment = bookShipment(tx, id, { trackingNumber }, act);
  if (daysAgo < 2) return undefined;
  pickUp(tx, shipment.id, {}, act);
  if (daysAgo < 4) return undefined;
  moveShipment(tx, shipment.id, i === 5 ? 'returning' : 'delivered', act);
  return order.isCod && i !== 5 && daysAgo > 12 && order.codAmount ? [trackingNumber, '590'] : undefined;
}

/** An order whose booking the courier refuses. */
async function refusedBooking(shop: Shop, courier: Awaited<ReturnType<typeof openCourier>>): Promise<void> {
  courier.next({ refuse: 'อยู่นอกพื้นที่ให้บริการของขนส่ง' });
  const order = await runStep(shop, (tx, now) => {
    const channel = channelById(tx, idOf(shop.ids.channels.page?.id));
    const wanted = { ...wantedOrder(shop, 4, now), shipBeforePay: true, autoRequestXshipping: true };
    return createOrder(tx, channel, wanted, now).order;
  });
  await untilBooking(shop, { id: order.id, lines: [] }, 'failed');
}

/** A finished count sheet and an open one. */
async function count(shop: Shop): Promise<void> {
  const [storeId, warehouseId] = [idOf(shop.ids.id), idOf(shop.ids.warehouses.bkk)];
  const lines = Object.values(shop.ids.variants)
    .slice(0, 5)
    .map((id, i) => ({ variantId: idOf(id), counted: 20 + i }));
  for (const isDone of [true, false])
    await runStep(shop, (tx, now) => {
      const sheet = startCount(tx, { storeId, warehouseId }, now);
      enterCounts(tx, sheet, lines);
      if (isDone) commitCount(tx, sheet, now);
    });
}
