import { destination, type Logger, pino } from 'pino';

export type Log = Logger;
export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** One JSON line an event on stderr, so that stdout stays the command's answer. */
export const openLog = (level: LogLevel): Log =>
  pino({ level, base: undefined, timestamp: () => `,"time":${Date.now()}` }, destination({ fd: 2, sync: true }));
