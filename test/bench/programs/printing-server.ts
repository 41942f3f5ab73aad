import { readConfig } from '../../../src/config.ts';
import { openContext } from '../../../src/context.ts';
import { printOrderLabels } from '../../../src/domain/print/print-orders.ts';
import type { Id } from '../../../src/lib/ids.ts';
import { serve } from '../../../src/serve.ts';

/** raan's server, which also prints the labels of orders on request. Run as `printing-server CONFIG`. */
export interface PrintRequest {
  print: readonly Id[];
}

export interface PrintResult {
  millis: number;
  pages: number;
  bytes: number;
}

const ctx = openContext(readConfig(process.argv[2]), { create: false });
const { address, stop } = await serve(ctx);
console.log(address);

process.on('message', async ({ print }: PrintRequest) => {
  const start = performance.now();
  const { pdf, pages } = await printOrderLabels(ctx.db, print, { size: '100x150', now: ctx.now() });
  process.send?.({ millis: performance.now() - start, pages, bytes: pdf.length } satisfies PrintResult);
});
process.on('SIGTERM', async () => {
  await stop();
  ctx.close();
  process.exit();
});
