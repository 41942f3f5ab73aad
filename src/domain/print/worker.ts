import { parentPort, workerData } from 'node:worker_threads';
import { yieldToRequests } from '../../lib/priority.ts';
import type { PrintAnswer, PrintJob, QrAnswer, QrJob } from './run.ts';

// Entry point of the print thread: one job, one answer. Loads only what the job needs.

async function answer(job: PrintJob | QrJob): Promise<void> {
  const answer = job.is === 'qr' ? await drawnQr(job) : await printed(job);
  parentPort?.postMessage(answer, 'pdf' in answer ? [answer.pdf.buffer] : []);
}

async function printed(job: PrintJob): Promise<PrintAnswer> {
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

async function drawnQr({ text }: QrJob): Promise<QrAnswer> {
  const { qrBlocks, qrPng } = await import('./paper/qr.ts');
  return { png: new Uint8Array(qrPng(text)), blocks: qrBlocks(text) };
}

yieldToRequests();
answer(workerData); // what goes wrong ends the worker with it
