import { fstatSync } from 'node:fs';
import { destination, type Logger, pino } from 'pino';
import { errorForLog } from './log-errors.ts';
import { now, startTimer, type Timer } from './runtime.ts';

export type Log = Logger;
export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** The field `err` of a line is an error without personal data. */
export const LOG_OPTIONS = { base: undefined, serializers: { err: (error: unknown) => errorForLog(error) } };

/** Logs JSON lines to stderr; stdout is for the output of commands. */
export const openLog = (level: LogLevel): Log =>
  pino({ ...LOG_OPTIONS, level, timestamp: () => `,"time":${now()}` }, openStderr());

/** Logs an uncaught error without personal data. Node would print it, with the customer data that it may contain. */
export const logCrash = (error: unknown): void => openLog('fatal').fatal({ err: error }, 'crashed');

/** A log for thousands of lines a second. */
export interface BufferedLog {
  /** @param line with its newline */
  write: (line: string) => void;
  /** Flushes and closes it. */
  end: () => void;
}

const MAX_BUFFER = 16_384; // characters
const FLUSH_DELAY = 100; // milliseconds

/**
 * Buffers lines for up to 100 ms, because each write is a system call. A crash flushes the buffer; SIGKILL loses it.
 */
export function openBufferedLog(): BufferedLog {
  const stderr = openStderr();
  let buffer = '';
  let timer: Timer | undefined;
  const flush = () => {
    timer?.stop();
    timer = undefined;
    const lines = buffer;
    buffer = '';
    if (lines !== '') stderr.write(lines);
  };
  process.on('exit', flush);
  return {
    write: (line) => {
      buffer += line;
      if (buffer.length > MAX_BUFFER) flush();
      else timer ??= startTimer(flush, FLUSH_DELAY);
    },
    end: () => {
      process.off('exit', flush);
      flush();
    },
  };
}

const MAX_PENDING = 2 ** 20; // bytes to keep while stderr cannot be written; more is dropped
const RETRY_DELAY = 100; // milliseconds

let stderr: ReturnType<typeof destination> | undefined;

/** A single stream, because two would interleave partial lines on a full pipe. */
function openStderr() {
  stderr ??= openNonBlocking();
  return stderr;
}

/** An unwritable log (full disk, pipe without a reader) must not block the service. */
function openNonBlocking() {
  makePipeNonBlocking();
  const opened = destination({ fd: 2, sync: true, maxLength: MAX_PENDING, retryEAGAIN: () => false });
  const retryWrite = () => opened.write('');
  let retry: Timer | undefined;
  opened.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (code !== 'EAGAIN') return;
    retry?.stop();
    retry = startTimer(retryWrite, RETRY_DELAY).unref();
  });
  process.on('exit', retryWrite);
  return opened;
}

/** Node sets O_NONBLOCK on a pipe when it opens process.stderr. A full pipe then fails instead of blocking. */
function makePipeNonBlocking(): void {
  const found = fstatSync(2);
  if (found.isFIFO() || found.isSocket()) void process.stderr;
}
