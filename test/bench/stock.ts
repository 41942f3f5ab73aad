import path from 'node:path';
import { type Call, callerOf } from './calls.ts';
import type { Generator } from './generator.ts';
import type { Plan } from './plan.ts';
import { raan } from './programs.ts';
import { formatInteger, median, print } from './report.ts';
import { startServer } from './server.ts';
import { BASE_STORE, openShop, STOCK } from './shop.ts';

const BUNDLE_COUNT = 100;
const address = { name: 'สมชาย ใจดี', telephone: '0812345678', postal_code: 50200 };

/** 100 variants; beans, and 100 bundles of beans with a cup each. */
const BUNDLES = {
  ...BASE_STORE,
  apps: [{ key: 'bot', name: 'Bot', url: 'http://127.0.0.1:9/' }], // an unreachable receiver
  products: [
    product('beans', { stock: { bkk: STOCK } }),
    ...Array.from({ length: BUNDLE_COUNT }, (_, i) => product(`cup${i}`, { stock: { bkk: STOCK } })),
    ...Array.from({ length: BUNDLE_COUNT }, (_, i) =>
      product(`set${i}`, {
        bundle: [
          { variant: 'beans', qty: 2 },
          { variant: `cup${i}`, qty: 1 },
        ],
      }),
    ),
  ],
};

function product(key: string, more: object) {
  return {
    key: `product-${key}`,
    name: key,
    variants: [{ key, name: '', sku: key, prices: { retail: '100' }, ...more }],
  };
}

/** Prints orders per second: of 100 lines each, and of one bundle that shares a component with 99 others. */
export async function measureStock(folder: string, generator: Generator, plan: Plan): Promise<void> {
  const shop = await openShop(path.join(folder, 'bundles'), BUNDLES);
  const server = await startServer(raan(shop));
  try {
    const caller = await callerOf(server.address, shop);
    const order = (name: string, variants: readonly string[]): Call =>
      caller(name, '/v1/order/create', {
        shipping_type: 'ems',
        products: variants.map((variant) => ({ product_variant_id: shop.ids.variants[variant], qty: 1 })),
        recipient_address: address,
      });
    const cups = Array.from({ length: BUNDLE_COUNT }, (_, i) => `cup${i}`);
    for (const call of [
      order('order of 100 lines', cups),
      order('order of a bundle whose component 100 bundles share, all announced', ['set0']),
    ]) {
      const loads = [];
      for (let round = 0; round < Math.ceil(plan.rounds / 2); round += 1)
        loads.push(await generator.send(server.address, call, { seconds: plan.seconds }));
      print(`${call.name}, orders/s`, formatInteger(median(loads.map(({ rate }) => rate))));
      print(`${call.name}, p99 ms`, median(loads.map(({ p99 }) => p99)).toFixed(2));
    }
  } finally {
    await server.stop();
  }
}
