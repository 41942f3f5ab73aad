import { Worker } from 'node:worker_threads';
import { packedPrinter } from '../../lib/assets.ts';
import { Refusal } from '../../lib/errors.ts';
import type { Label, LabelSize } from './labels/label.ts';
import type { Printed } from './printed.ts';
import type { Sheet } from './sheets/sheet.ts';

/** What is to be printed; `now` in unix milliseconds is the file's own date. */
export type PrintJob = { now: number } & (
  | { is: 'labels'; labels: readonly Label[]; size: LabelSize }
  | { is: 'sheets'; title: string; sheets: readonly Sheet[] }
);

/** A text that is to be a QR code. */
export interface QrJob {
  is: 'qr';
  text: string;
}

/** What the worker answers. */
export type PrintAnswer = Omit<Printed, 'pdf'> & { pdf: Uint8Array<ArrayBuffer> };
export interface QrAnswer {
  /** Black on white. */
  png: Uint8Array<ArrayBuffer>;
  /** Lines of block characters, for a terminal. */
  blocks: string[];
}

export async function print(job: PrintJob): Promise<Printed> {
  const { pdf, ...answer } = await inTurn(() => drawn<PrintAnswer>(job));
  return { pdf: Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength), ...answer };
}

export const drawQr = (text: string): Promise<QrAnswer> => inTurn(() => drawn<QrAnswer>({ is: 'qr', text }));

const AT_ONCE = 2; // each is a thread with libraries of its own
const MOST_WAITING = 20;

let running = 0;
const waiting: (() => void)[] = [];

/** @throws Refusal slow_down where too many wait already */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (waiting.length >= MOST_WAITING) throw new Refusal('slow_down', 'too much is being printed; try again', 5);
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

/**
 * Has the job done by a thread of its own, which takes the libraries with it when it is done: neither their loading nor
 * the drawing holds up any other work.
 */
function drawn<Answer>(job: PrintJob | QrJob): Promise<Answer> {
  const packed = packedPrinter();
  const worker =
    packed === undefined
      ? new Worker(new URL('./worker.ts', import.meta.url), { workerData: job })
      : new Worker(packed, { workerData: job, eval: true });
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', (status) => reject(new Error(`printing ended with ${status} and no answer`)));
  });
}
