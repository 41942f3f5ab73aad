import { PRINTER, packedScript } from '../../lib/assets.ts';
import { concurrencyLimit } from '../../lib/concurrency-limit.ts';
import type { Message } from '../../lib/messages/catalogue.ts';
import { LARGE_HEAP, startThread } from '../../lib/threads.ts';
import type { CopiedLabel, GoodsLabelKind, GoodsLabelSize } from './goods/goods-label.ts';
import type { Label, LabelSize } from './labels/label.ts';
import type { Sheet } from './sheets/printed-sheet.ts';

/** Labels or sheets to print. `now` is the creation date of the file in Unix milliseconds. */
export type PrintJob = { now: number } & (
  | { is: 'labels'; labels: readonly Label[]; size: LabelSize }
  | { is: 'goods labels'; labels: readonly CopiedLabel[]; kind: GoodsLabelKind; size: GoodsLabelSize }
  | { is: 'sheets'; title: string; sheets: readonly Sheet[] }
);

/** A text to encode as a QR code. */
export interface QrJob {
  is: 'qr';
  text: string;
}

export type PrintResult = Omit<Printed, 'pdf'> & { pdf: Uint8Array<ArrayBuffer> };
export interface QrResult {
  /** Black on white. */
  png: Uint8Array<ArrayBuffer>;
  /** Lines of block characters, for a terminal. */
  blocks: string[];
}

export async function print(job: PrintJob): Promise<Printed> {
  const { pdf, ...printed } = await limited(() => runInThread<PrintResult>(job));
  return { pdf: Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength), ...printed };
}

export const drawQr = (text: string): Promise<QrResult> => limited(() => runInThread<QrResult>({ is: 'qr', text }));

/** Each job is a thread that loads its own libraries. */
const limited = concurrencyLimit({ concurrency: 2, maxQueued: 20, errorKey: 'too_much_printing' });

/** Runs the job in its own thread: loading libraries and drawing would block requests. */
function runInThread<Result>(job: PrintJob | QrJob): Promise<Result> {
  const worker = startThread({
    packed: packedScript(PRINTER),
    source: new URL('./print-worker.ts', import.meta.url),
    workerData: job,
    resourceLimits: LARGE_HEAP,
  });
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', (status) => reject(new Error(`printing ended with ${status} and no result`)));
  });
}

export interface Printed {
  pdf: Buffer;
  pages: number;
  /** Missing fields, and characters that no font has. */
  warnings: Message[];
}
