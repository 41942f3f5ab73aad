import path from 'node:path';
import { temporaryFolder } from '../support.ts';
import { runTool } from '../tools.ts';

const SOURCE = path.join(import.meta.dirname, 'dns-timeout.c');

/** Tools that `dnsTimeoutEnv` needs. */
export const DNS_TIMEOUT_TOOLS = ['cc'];

/** Environment variables that make look-ups of `*.dead.test` time out in a process (see dns-timeout.c). */
export function dnsTimeoutEnv(): Record<string, string> {
  const library = path.join(temporaryFolder(), 'dns-timeout.so');
  runTool('cc', '-shared', '-fPIC', '-O2', '-o', library, SOURCE);
  return { LD_PRELOAD: library };
}
