import { PRINTER, packedScript } from '../../lib/assets.ts';
import { concurrencyLimit } from '../../lib/concurrency-limit.ts';
import { LARGE_HEAP, startThread } from '../../lib/threads.ts';
import type { Label, LabelSize } from './labels/label.ts';
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

/** Each is a thread with libraries of its own. */
const inTurn = concurrencyLimit({ atOnce: 2, mostWaiting: 20, tooMany: 'too_much_printing' });

/** Runs the job in its own thread: loading libraries and drawing would block requests. */
function drawn<Answer>(job: PrintJob | QrJob): Promise<Answer> {
  const worker = startThread({
    packed: packedScript(PRINTER),
    source: new URL('./print-worker.ts', import.meta.url),
    workerData: job,
    resourceLimits: LARGE_HEAP,
  });
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', (status) => reject(new Error(`printing ended with ${status} and no answer`)));
  });
}

/** A PDF that has been printed into memory. */
export interface Printed {
  pdf: Buffer;
  pages: number;
  /** What the store should know of: fields that are missing, characters that no font has. */
  warnings: string[];
}
