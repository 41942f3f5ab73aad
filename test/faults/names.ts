import path from 'node:path';
import { temporaryFolder } from '../support.ts';
import { run } from '../tools.ts';

const SOURCE = path.join(import.meta.dirname, 'names.c');

/** For tests whose dead names are compiled. */
export const NAME_TOOLS = ['cc'];

/** The environment of a process that finds no name server for names that end in `.dead.test`; see names.c. */
export function deadNames(): Record<string, string> {
  const library = path.join(temporaryFolder(), 'names.so');
  run('cc', '-shared', '-fPIC', '-O2', '-o', library, SOURCE);
  return { LD_PRELOAD: library };
}
