import { PRINTER, packedScript } from '../../lib/assets.ts';
import { concurrencyLimit } from '../../lib/concurrency-limit.ts';
import { type JobThread, jobThread } from '../../lib/job-thread.ts';
import type { Message } from '../../lib/messages/catalogue.ts';
import { LARGE_HEAP } from '../../lib/threads.ts';
import type { CopiedLabel, GoodsLabelKind, GoodsLabelSize } from './goods/goods-label.ts';
import type { Label, LabelSize } from './labels/label.ts';
import type { Sheet, SheetFormat } from './sheets/printed-sheet.ts';

/** Labels or sheets to print. `now` is the creation date of the file in Unix milliseconds. */
export type PrintJob = { now: number } & (
  | { is: 'labels'; labels: readonly Label[]; size: LabelSize }
  | { is: 'goods labels'; labels: readonly CopiedLabel[]; kind: GoodsLabelKind; size: GoodsLabelSize }
  | { is: 'sheets'; title: string; sheets: readonly Sheet[]; format?: SheetFormat | undefined }
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
  const { pdf, ...printed } = await runInThread<PrintResult>(job);
  return { pdf: Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength), ...printed };
}

export const drawQr = (text: string): Promise<QrResult> => runInThread<QrResult>({ is: 'qr', text });

/** Drawing would block requests. Two threads, so that a large job does not delay a small one. */
const idleThreads = [printThread(), printThread()];
const limited = concurrencyLimit({ concurrency: idleThreads.length, maxQueued: 20, errorKey: 'too_much_printing' });

type PrintThread = JobThread<PrintJob | QrJob, PrintResult | QrResult>;

function printThread(): PrintThread {
  return jobThread(
    () => ({
      packed: packedScript(PRINTER),
      source: new URL('./print-worker.ts', import.meta.url),
      workerData: undefined,
      resourceLimits: LARGE_HEAP,
    }),
    { maxQueued: 0 },
  );
}

const runInThread = <Result extends PrintResult | QrResult>(job: PrintJob | QrJob): Promise<Result> =>
  limited(async () => {
    const thread = idleThreads.pop() as PrintThread; // the one that was used last still runs
    try {
      return (await thread.run(job)) as Result;
    } finally {
      idleThreads.push(thread);
    }
  });

export interface Printed {
  pdf: Buffer;
  pages: number;
  /** Missing fields, and characters that no font has. */
  warnings: Message[];
}
