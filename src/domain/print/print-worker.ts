import { parentPort, workerData } from 'node:worker_threads';
import { yieldToRequests } from '../../lib/threads.ts';
import type { PrintAnswer, PrintJob, QrAnswer, QrJob } from './print-job.ts';

// Entry point of the print thread: one job, one answer. Loads only what the job needs.

async function answer(job: PrintJob | QrJob): Promise<PrintAnswer | QrAnswer> {
  if (job.is === 'qr') {
    const { qrBlocks, qrPng } = await import('./paper/codes.ts');
    return { png: new Uint8Array(qrPng(job.text)), blocks: qrBlocks(job.text) };
  }
  const { pdf, ...printed } = job.is === 'labels' ? await printedLabels(job) : await printedSheets(job);
  return { pdf: new Uint8Array(pdf), ...printed };
}

async function printedLabels({ labels, size, now }: Extract<PrintJob, { is: 'labels' }>) {
  const { printLabels } = await import('./labels/print.ts');
  return printLabels(labels, size, now);
}

async function printedSheets({ title, sheets, now }: Extract<PrintJob, { is: 'sheets' }>) {
  const { printSheets } = await import('./sheets/print.ts');
  return printSheets(title, sheets, now);
}

yieldToRequests();
// an error ends the thread
answer(workerData).then((answered) =>
  parentPort?.postMessage(answered, 'pdf' in answered ? [answered.pdf.buffer] : []),
);
