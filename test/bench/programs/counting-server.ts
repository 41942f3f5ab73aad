import { readConfig } from '../../../src/config.ts';
import { openContext } from '../../../src/context.ts';
import { applyAllCounts } from '../../../src/domain/stock/count-lines.ts';
import { commitCount, enterCounts, startCount } from '../../../src/domain/stock/counts.ts';
import type { Id } from '../../../src/lib/ids.ts';
import { serve } from '../../../src/serve.ts';

/**
 * raan's server, which also creates, commits and applies a count sheet of the first variants on request. Run as
 * `counting-server CONFIG`.
 */
export type CountRequest = { draw: { variants: number; counted: number } } | { commit: Id } | 'apply';

export interface Drawn {
  sheet: Id;
}

export interface Committed {
  millis: number;
}

const ctx = openContext(readConfig(process.argv[2]), { create: false });
const { address, stop } = await serve(ctx);
console.log(address);

process.on('message', async (request: CountRequest) => {
  if (request === 'apply') process.send?.(await apply());
  else process.send?.('draw' in request ? await draw(request.draw) : await commit(request.commit));
});
process.on('SIGTERM', async () => {
  await stop();
  ctx.close();
  process.exit();
});

async function draw({ variants, counted }: { variants: number; counted: number }): Promise<Drawn> {
  const lines = Array.from({ length: variants }, (_, i) => ({ variantId: (i + 1) as Id, counted }));
  const warehouse = { storeId: 1 as Id, warehouseId: 1 as Id };
  const sheet = await ctx.write((tx) => startCount(tx, warehouse, ctx.now()));
  await ctx.write((tx) => enterCounts(tx, sheet, lines));
  return { sheet };
}

/** Waits until all lines of the sheet are applied. */
async function apply(): Promise<object> {
  await applyAllCounts(ctx);
  return {};
}

async function commit(sheet: Id): Promise<Committed> {
  const start = performance.now();
  await ctx.write((tx) => commitCount(tx, sheet, ctx.now()));
  return { millis: performance.now() - start };
}
