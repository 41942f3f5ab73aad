import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { printLabels } from './labels/print.ts';
import type { Printed } from './printed.ts';
import type { PrintAnswer, PrintJob } from './run.ts';
import { printSheets } from './sheets/print.ts';

// What the worker runs: one job, one answer.

const done = (job: PrintJob): Promise<Printed> =>
  job.is === 'labels' ? printLabels(job.labels, job.size, job.now) : printSheets(job.title, job.sheets, job.now);

async function answer(job: PrintJob): Promise<void> {
  const { pdf, ...printed } = await done(job);
  const answer: PrintAnswer = { pdf: new Uint8Array(pdf), ...printed };
  parentPort?.postMessage(answer, [answer.pdf.buffer]);
}

// On Linux this is of the calling thread alone: requests go first where cores are few.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW);

answer(workerData); // what goes wrong ends the worker with it
