import { type MeasuredRun, type RunName, readRuns } from './figures.ts';
import { writeGeneratedPart } from './generated-part.ts';
import { markdownTable } from './markdown-table.ts';

const HEADINGS: Record<RunName, string> = {
  bench: 'Compared with minimal servers',
  scale: 'Large database compared with a small one',
  faults: 'Faults',
};

/** After a measurement. `npm run docs` does the same. */
export const writePerformancePage = (): void => writeGeneratedPart('performance.md', performanceSections());

/** The generated part of the performance page. */
export const performanceSections = (runs = readRuns()): string =>
  Object.entries(HEADINGS)
    .map(([name, heading]) => section(name as RunName, heading, runs[name as RunName]))
    .join('\n\n');

const section = (name: RunName, heading: string, { machine, node, date, figures }: MeasuredRun): string =>
  [
    `## ${heading}`,
    `\`npm run ${name}\`, ${date}, ${machine}, Node ${node}.`,
    markdownTable(
      ['Measure', 'Limit', 'Measured', 'Absolute'],
      figures.map(({ measure, limit, measured, absolute }) => [measure, limit, measured, absolute]),
    ),
  ].join('\n\n');
