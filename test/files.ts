import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

// Prints the entries of `npm test`, each a separate process: the batches, and the test files in no batch. The files of
// a batch share start-up and compiled code. A file stays out if it measures time, changes global state, or takes as
// long as a batch.

const top = path.join(import.meta.dirname, '..');
const globFiles = (pattern: string) => globSync(pattern, { cwd: top });

const batches = globFiles('test/batches/*.ts');
const batched = batches.flatMap((batch) =>
  [...readFileSync(path.join(top, batch), 'utf8').matchAll(/^import '(.+)';$/gm)].map(([, file = '']) =>
    path.join(path.dirname(batch), file),
  ),
);
const alone = (pattern: string) => globFiles(pattern).filter((file) => !batched.includes(file));

// The long ones first, so that no core is idle at the end.
const LONGEST = 'test/batches/office-everywhere.ts';
const LONG = ['simulation', 'encrypted-backups', 'encrypted-restore', 'product-imports'].map(
  (name) => `test/${name}.test.ts`,
);
const rest = [...alone('test/faults/*.test.ts'), ...alone('test/*.test.ts')].filter((file) => !LONG.includes(file));
console.log(
  [...alone('test/browser/*.test.ts'), LONGEST, ...batches.filter((batch) => batch !== LONGEST), ...LONG, ...rest].join(
    ' ',
  ),
);
