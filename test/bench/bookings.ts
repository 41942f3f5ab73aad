import path from 'node:path';
import { createReadyOrders, readyOrder, waitForTrackingNumbers } from './booked-orders.ts';
import { callerOf, productDetail } from './calls.ts';
import { latenciesDuring } from './probe.ts';
import { node, raan } from './programs.ts';
import { formatInteger, print, type Ratio } from './report.ts';
import { startServer } from './server.ts';
import { BASE_STORE, ONE_PRODUCT, openShop } from './shop.ts';

const BOOKINGS = 1_000;
const RESPONSE_DELAY = 200; // milliseconds
const CONCURRENCY = 16; // concurrent requests of raan to one courier
const IDEAL = ((BOOKINGS / CONCURRENCY) * RESPONSE_DELAY) / 1_000; // seconds

/** 1,000 orders that are ready to ship at once, and a slow courier. */
export async function measureBookings(folder: string): Promise<Ratio[]> {
  const program = path.join(import.meta.dirname, 'programs', 'slow-courier.ts');
  const courier = await startServer([await node(), program, String(RESPONSE_DELAY)]);
  const couriers = [{ shipping_type: 'ems', adapter: 'http', url: courier.address, secret: 'bench' }];
  const shop = await openShop(path.join(folder, 'bookings'), { ...BASE_STORE, products: ONE_PRODUCT, couriers });
  const server = await startServer(raan(shop));
  try {
    const caller = await callerOf(server.address, shop);
    const start = performance.now();
    await createReadyOrders(server.address, readyOrder(caller, shop), BOOKINGS);
    const { waits } = await latenciesDuring(server.address, [productDetail(caller, shop)], () =>
      waitForTrackingNumbers(shop, BOOKINGS),
    );
    const seconds = (performance.now() - start) / 1_000;
    const name = `${formatInteger(BOOKINGS)} bookings at a courier that answers in ${RESPONSE_DELAY} ms`;
    print(`${name}, s`, seconds.toFixed(1));
    print('longest wait of a call meanwhile, ms', waits.longest.toFixed(1));
    return [
      {
        name: `${name} ÷ ideal time with ${CONCURRENCY} at once`,
        value: seconds / IDEAL,
        ceiling: 1.3,
        absolute: `${seconds.toFixed(1)} s; ideal ${IDEAL.toFixed(1)} s`,
      },
    ];
  } finally {
    await server.stop();
    await courier.stop();
  }
}
