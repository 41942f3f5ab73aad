import path from 'node:path';
import type { Id } from '../../src/lib/ids.ts';
import { createReadyOrders, readyOrder, waitForTrackingNumbers } from './booked-orders.ts';
import { callerOf, productDetail } from './calls.ts';
import { latenciesDuring } from './probe.ts';
import type { PrintRequest, PrintResult } from './programs/printing-server.ts';
import { node } from './programs.ts';
import { formatInteger, median, print, type Ratio } from './report.ts';
import { startServer } from './server.ts';
import { BASE_STORE, ONE_PRODUCT, openShop } from './shop.ts';

const LABELS = 500;

const POST_OFFICE = {
  ...BASE_STORE,
  products: ONE_PRODUCT,
  couriers: [{ shipping_type: 'ems', adapter: 'number_pool', prefix: 'EX', first: 10_000_000, count: 10_000 }],
};

/** 500 labels in one file, printed by the server while partners call. */
export async function measureLabels(folder: string, rounds: number): Promise<Ratio[]> {
  const shop = await openShop(path.join(folder, 'labels'), POST_OFFICE);
  const program = path.join(import.meta.dirname, 'programs', 'printing-server.ts');
  const server = await startServer([await node(), '--import', 'tsx', program, shop.config], { ipc: true });
  try {
    const caller = await callerOf(server.address, shop);
    await createReadyOrders(server.address, readyOrder(caller, shop), LABELS);
    await waitForTrackingNumbers(shop, LABELS);
    const orders = Array.from({ length: LABELS }, (_, i) => (i + 1) as Id);
    const calls = [productDetail(caller, shop), readyOrder(caller, shop)];
    const waited: number[] = [];
    const printed: PrintResult[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const { waits, result } = await latenciesDuring(server.address, calls, () =>
        server.ask<PrintResult>({ print: orders } satisfies PrintRequest),
      );
      waited.push(waits.longest);
      printed.push(result);
    }
    const [{ pages, bytes }] = printed as [PrintResult];
    if (pages !== LABELS) throw new Error(`${LABELS} labels on ${pages} pages`);
    const seconds = (median(printed.map(({ millis }) => millis)) / 1_000).toFixed(2);
    print(`${LABELS} labels in one PDF of ${formatInteger(bytes)} bytes, s`, seconds);
    return [
      {
        name: `longest wait of a request while ${LABELS} labels are printed`,
        value: median(waited),
        unit: 'ms',
        ceiling: 50,
        absolute: `one PDF of ${formatInteger(bytes)} bytes in ${seconds} s`,
      },
    ];
  } finally {
    await server.stop();
  }
}
