import path from 'node:path';
import { temporaryFolder } from '../support.ts';
import { runTool } from '../tools.ts';

const SOURCE = path.join(import.meta.dirname, 'names.c');

/** For tests that compile the unresponsive name server. */
export const NAME_TOOLS = ['cc'];

/** The environment of a process whose look-ups of `*.dead.test` never get an answer; see names.c. */
export function unresolvableNames(): Record<string, string> {
  const library = path.join(temporaryFolder(), 'names.so');
  runTool('cc', '-shared', '-fPIC', '-O2', '-o', library, SOURCE);
  return { LD_PRELOAD: library };
}
