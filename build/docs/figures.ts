import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import path from 'node:path';
import { ROOT } from '../paths.ts';

// The measurements that the performance page shows. Each full run replaces its own.

/** A row of the performance page, as texts. */
export interface Figure {
  measure: string;
  /** Such as `≤ 1.3`; empty if there is none. */
  limit: string;
  /** The figure that the limit is for. */
  measured: string;
  /** Requests/s, milliseconds or megabytes behind it; empty until a run has filled it. */
  absolute: string;
}

export interface MeasuredRun {
  machine: string;
  node: string;
  /** Day of the run, such as `2026-11-23`. */
  date: string;
  figures: Figure[];
}

export type RunName = 'bench' | 'scale' | 'faults';

const FILE = path.join(ROOT, 'src', 'docs', 'performance.json');

export const readRuns = (): Record<RunName, MeasuredRun> => JSON.parse(readFileSync(FILE, 'utf8'));

/** Replaces all figures of a run. */
export function saveRun(name: RunName, figures: Figure[]): void {
  const [cpu] = cpus();
  const run = {
    machine: `${cpu?.model.trim()}, ${cpus().length} cores`,
    node: process.version,
    date: new Date().toISOString().slice(0, 10),
    figures,
  };
  writeFileSync(FILE, `${JSON.stringify({ ...readRuns(), [name]: run }, null, 2)}\n`);
}

/** Replaces one figure of a run whose tests are processes of their own. */
export function saveFigure(name: RunName, figure: Figure): void {
  const { figures } = readRuns()[name];
  const isNew = figures.every(({ measure }) => measure !== figure.measure);
  saveRun(
    name,
    isNew ? [...figures, figure] : figures.map((existing) => (existing.measure === figure.measure ? figure : existing)),
  );
}
