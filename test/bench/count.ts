import path from 'node:path';
import { callerOf, orderCreate, productDetail } from './calls.ts';
import { latenciesDuring } from './probe.ts';
import type { Committed, CountRequest, Drawn } from './programs/counting-server.ts';
import { node } from './programs.ts';
import { formatInteger, median, print, type Ratio } from './report.ts';
import { type Server, startServer } from './server.ts';
import { BASE_STORE, openShop, type Shop } from './shop.ts';

const LINES = 5_000;
const BUNDLES = 500;

const goods = Array.from({ length: LINES }, (_, i) => ({
  key: `p${i}`,
  name: `สินค้า ${i}`,
  variants: [
    { key: `p${i}v0`, name: '', sku: `SKU-${i}`, prices: { retail: '100' }, stock: { bkk: 1_000, cnx: 1_000 } },
  ],
}));

/** Three components each, shared with other bundles. */
const bundles = Array.from({ length: BUNDLES }, (_, i) => ({
  key: `set${i}`,
  name: `ชุด ${i}`,
  variants: [
    { key: `set${i}v0`, name: '', bundle: [0, 1, 2].map((n) => ({ variant: `p${(i + n) * 7}v0`, qty: n + 1 })) },
  ],
}));

const STOCKROOM = {
  ...BASE_STORE,
  apps: [{ key: 'bot', name: 'Bot', url: 'http://127.0.0.1:9/' }], // an unreachable receiver
  products: [...goods, ...bundles],
};

/**
 * A count sheet of 5,000 lines, each with a difference; 500 bundles contain the counted variants. The server commits it
 * while partners call.
 */
export async function measureCount(folder: string, rounds: number): Promise<Ratio[]> {
  const shop = await openShop(path.join(folder, 'stockroom'), STOCKROOM);
  const program = path.join(import.meta.dirname, 'programs', 'counting-server.ts');
  const server = await startServer([await node(), '--import', 'tsx', program, shop.config], { ipc: true });
  try {
    const committed: number[] = [];
    const waited: number[] = [];
    const idle: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      idle.push(await longestWait(server, shop, () => new Promise((resolve) => setTimeout(resolve, 300))));
      const { sheet } = await ask<Drawn>(server, { draw: { variants: LINES, counted: 2_000 + round } });
      waited.push(
        await longestWait(server, shop, async () => {
          const { millis } = await ask<Committed>(server, { commit: sheet });
          committed.push(millis);
          await ask(server, 'apply');
        }),
      );
    }
    print(`count sheet of ${formatInteger(LINES)} lines, committed in ms`, median(committed).toFixed(1));
    print('longest wait of a call without a count sheet, ms', median(idle).toFixed(1));
    return [
      {
        name: `longest wait of a request while a count sheet of ${formatInteger(LINES)} lines is committed`,
        value: median(waited),
        unit: 'ms',
        ceiling: 50,
        absolute: `committed in ${median(committed).toFixed(1)} ms; longest wait without a sheet ${median(idle).toFixed(1)} ms`,
      },
    ];
  } finally {
    await server.stop();
  }
}

const ask = <Reply>(server: Server, message: CountRequest): Promise<Reply> => server.ask<Reply>(message);

/** Longest wait in milliseconds of calls that read a product and create orders. */
async function longestWait(server: Server, shop: Shop, event: () => Promise<unknown>): Promise<number> {
  const caller = await callerOf(server.address, shop);
  const order = orderCreate(caller, { ...shop, ids: idsOfOrder(shop) });
  const { waits } = await latenciesDuring(server.address, [productDetail(caller, shop), order], event);
  return waits.longest;
}

/** The benchmark order contains the second variant of the second product, which has only one variant here. */
const idsOfOrder = ({ ids }: Shop): Shop['ids'] => ({
  ...ids,
  variants: { ...ids.variants, p1v1: ids.variants.p1v0 as string },
});
