import { pino } from 'pino';
import type { Log } from '../src/lib/log.ts';
import type { Json } from './support.ts';

/** A log whose lines can be read. */
export function memoryLog(): { log: Log; lines: Json[] } {
  const lines: Json[] = [];
  const log = pino({ base: undefined }, { write: (line: string) => lines.push(JSON.parse(line)) });
  return { log, lines };
}
