import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

// Prints what `npm test` runs, each in a process of its own: the batches, and the test files that are in none. Files of
// a batch share what every process has to do first, and the engine has made their code quick by the second of them. A
// file stays out of them that holds a clock to something, changes what all share, or takes as long as a batch.

const top = path.join(import.meta.dirname, '..');
const found = (pattern: string) => globSync(pattern, { cwd: top });

const batches = found('test/batches/*.ts');
const batched = batches.flatMap((batch) =>
  [...readFileSync(path.join(top, batch), 'utf8').matchAll(/^import '(.+)';$/gm)].map(([, file = '']) =>
    path.join(path.dirname(batch), file),
  ),
);
const alone = [
  ...found('test/*.test.ts'),
  ...found('test/browser/*.test.ts'),
  ...found('test/faults/*.test.ts'),
].filter((file) => !batched.includes(file));
console.log([...batches, ...alone].join(' '));
