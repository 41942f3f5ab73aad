import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

// Prints the entries of `npm test`, each a separate process: the batches, and the test files in no batch. The files of
// a batch share start-up and compiled code. A file stays out if it measures time, changes global state, or takes as
// long as a batch.

const isAll = process.env.RAAN_TESTS === 'all'; // `npm run test:all`
const top = path.join(import.meta.dirname, '..');
const globFiles = (...patterns: string[]) => globSync(patterns, { cwd: top });

/** What takes too long for every change: the browser, crashes, and what is in `test/long`. `npm test` runs two of them. */
const LONG_FOLDERS = ['test/browser/*.test.ts', 'test/faults/*.test.ts', 'test/long/*.test.ts'];
const ALWAYS = ['test/browser/packing.test.ts', 'test/faults/kill.test.ts'];

const batches = globFiles('test/batches/*.ts', ...(isAll ? ['test/batches/long/*.ts'] : []));
const batched = batches.flatMap((batch) =>
  [...readFileSync(path.join(top, batch), 'utf8').matchAll(/^import '(.+)';$/gm)].map(([, file = '']) =>
    path.join(path.dirname(batch), file),
  ),
);
const alone = globFiles('test/*.test.ts', ...(isAll ? LONG_FOLDERS : ALWAYS)).filter((file) => !batched.includes(file));

// The longest first, so that no core is idle at the end.
const LONGEST = [
  'test/browser/pages.test.ts',
  'test/simulation.test.ts',
  ...globFiles('test/batches/long/*.ts', 'test/long/*.test.ts'),
];
const entries = [...batches, ...alone];
const isLongest = (file: string) => LONGEST.includes(file);
console.log(
  [...LONGEST.filter((file) => entries.includes(file)), ...entries.filter((file) => !isLongest(file))].join(' '),
);
