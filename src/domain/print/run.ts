import { Worker } from 'node:worker_threads';
import { packedPrinter } from '../../lib/assets.ts';
import type { Label, LabelSize } from './labels/label.ts';
import type { Printed } from './printed.ts';
import type { Sheet } from './sheets/sheet.ts';

/** What is to be printed; `now` in unix milliseconds is the file's own date. */
export type PrintJob = { now: number } & (
  | { is: 'labels'; labels: readonly Label[]; size: LabelSize }
  | { is: 'sheets'; title: string; sheets: readonly Sheet[] }
);

/** What the worker answers. */
export type PrintAnswer = Omit<Printed, 'pdf'> & { pdf: Uint8Array<ArrayBuffer> };

/**
 * Prints in a thread of its own, which takes the libraries with it when it is done: neither their loading nor the
 * drawing holds up any other work.
 */
export async function print(job: PrintJob): Promise<Printed> {
  const packed = packedPrinter();
  const worker =
    packed === undefined
      ? new Worker(new URL('./worker.ts', import.meta.url), { workerData: job })
      : new Worker(packed, { workerData: job, eval: true });
  const { pdf, ...answer } = await new Promise<PrintAnswer>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', (status) => reject(new Error(`printing ended with ${status} and no answer`)));
  });
  return { pdf: Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength), ...answer };
}
