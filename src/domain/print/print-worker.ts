import { answerJobs } from '../../lib/job-worker.ts';
import { yieldToRequests } from '../../lib/threads.ts';
import type { Printed, PrintJob, PrintResult, QrJob, QrResult } from './print-job.ts';

// Entry point of a print thread. It imports only what its jobs need.

async function runJob(job: PrintJob | QrJob): Promise<PrintResult | QrResult> {
  if (job.is === 'qr') {
    const { qrBlocks, qrPng } = await import('./paper/barcode-encoders.ts');
    return { png: new Uint8Array(qrPng(job.text)), blocks: qrBlocks(job.text) };
  }
  const { pdf, ...printed } = await runPrint(job);
  return { pdf: new Uint8Array(pdf), ...printed };
}

function runPrint(job: PrintJob): Promise<Printed> {
  if (job.is === 'labels') return runLabels(job);
  return job.is === 'sheets' ? runSheets(job) : runGoodsLabels(job);
}

async function runGoodsLabels({ labels, kind, size, now }: Extract<PrintJob, { is: 'goods labels' }>) {
  const { printGoodsLabels } = await import('./goods/print-goods-labels.ts');
  return printGoodsLabels(labels, { kind, size }, now);
}

async function runLabels({ labels, size, now }: Extract<PrintJob, { is: 'labels' }>) {
  const { printLabels } = await import('./labels/print-labels.ts');
  return printLabels(labels, size, now);
}

async function runSheets({ title, sheets, ...options }: Extract<PrintJob, { is: 'sheets' }>) {
  const { printSheets } = await import('./sheets/print-sheets.ts');
  return printSheets(title, sheets, options);
}

yieldToRequests();
answerJobs(runJob, { transferListOf: (result) => ('pdf' in result ? [result.pdf.buffer] : []) });
