import { pino } from 'pino';
import { LOG_OPTIONS, type Log } from '../src/lib/log.ts';
import { checkLogText } from './personal-data.ts';
import type { Json } from './support.ts';

/** A log whose lines can be read. */
export function memoryLog(): { log: Log; lines: Json[] } {
  const lines: Json[] = [];
  const write = (line: string) => {
    checkLogText(line);
    lines.push(JSON.parse(line));
  };
  const log = pino(LOG_OPTIONS, { write });
  return { log, lines };
}
