import path from 'node:path';
import { openDatabase } from '../../src/db/open.ts';
import { type Call, callerOf, productDetail, send } from './calls.ts';
import { waitsDuring } from './probe.ts';
import { node, raan } from './programs.ts';
import { print, type Ratio, whole } from './report.ts';
import { type Server, startServer } from './server.ts';
import { FRAME, openShop, type Shop, STOCK } from './shop.ts';

const BOOKINGS = 1_000;
const ANSWERS_AFTER = 200; // milliseconds
const AT_ONCE = 16; // requests that raan has under way with one courier
const IDEAL = ((BOOKINGS / AT_ONCE) * ANSWERS_AFTER) / 1_000; // seconds

const products = [
  { key: 'p0', name: 'กาแฟ', variants: [{ key: 'p0v0', name: '', prices: { retail: '100' }, stock: { bkk: STOCK } }] },
];

/** 1,000 orders that are ready to ship when they come, and a courier that takes its time with each. */
export async function measureBookings(folder: string): Promise<Ratio[]> {
  const program = path.join(import.meta.dirname, 'programs', 'slow-courier.ts');
  const courier = await startServer([await node(), program, String(ANSWERS_AFTER)]);
  const couriers = [{ shipping_type: 'ems', adapter: 'http', url: courier.address, secret: 'bench' }];
  const shop = await openShop(path.join(folder, 'bookings'), { ...FRAME, products, couriers } as typeof FRAME);
  const server = await startServer(raan(shop));
  try {
    const caller = await callerOf(server.address, shop);
    const order = caller('order', '/v1/order/create', {
      shipping_type: 'ems',
      products: [{ product_variant_id: shop.ids.variants.p0v0, qty: 1 }],
      recipient_address: { name: 'สมชาย ใจดี', telephone: '0812345678', postal_code: 50200 },
      ship_before_pay: true,
    });
    const start = performance.now();
    const { waits } = await waitsDuring(server.address, [productDetail(caller, shop)], async () => {
      await createAll(server, order);
      await allBooked(shop);
    });
    const seconds = (performance.now() - start) / 1_000;
    const name = `${whole(BOOKINGS)} bookings through a courier that answers in ${ANSWERS_AFTER} ms`;
    print(`${name}, seconds`, seconds.toFixed(1));
    return [
      { name: `${name} ÷ what they take ${AT_ONCE} at a time`, value: seconds / IDEAL, ceiling: 1.3 },
      { name: 'longest wait of a call while they are booked, ms', value: waits.longest, ceiling: 50 },
    ];
  } finally {
    await server.stop();
    await courier.stop();
  }
}

async function createAll(server: Server, order: Call): Promise<void> {
  const create = async () => {
    for (let i = 0; i < BOOKINGS / AT_ONCE; i += 1) await send(server.address, order);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, create));
}

/** @throws where an order has not got exactly one number and one shipment in the end */
async function allBooked({ database }: Shop): Promise<void> {
  const { db } = openDatabase(database, { create: false });
  const count = (sql: string) => db.get<{ count: number }>(`SELECT count(*) AS count FROM ${sql}`)?.count ?? 0;
  try {
    const orders = count('orders');
    while (count(`bookings WHERE status = 'booked'`) < orders) await new Promise((resolve) => setTimeout(resolve, 20));
    if (count('shipments') !== orders) throw new Error(`${count('shipments')} shipments of ${orders} orders`);
  } finally {
    db.close();
  }
}
