import { destination, type Logger, pino } from 'pino';

export type Log = Logger;
export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** One JSON line an event on stderr, so that stdout stays the command's answer. */
export function openLog(level: LogLevel): Log {
  const stderr = destination({ fd: 2, sync: true });
  stderr.on('error', () => {}); // a log that cannot be written, say on a full disk, must not stop what it tells of
  return pino({ level, base: undefined, timestamp: () => `,"time":${Date.now()}` }, stderr);
}
