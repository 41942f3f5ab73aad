import { fstatSync } from 'node:fs';
import { destination, type Logger, pino } from 'pino';

export type Log = Logger;
export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** One JSON line an event on stderr, so that stdout stays the command's answer. */
export const openLog = (level: LogLevel): Log =>
  pino({ level, base: undefined, timestamp: () => `,"time":${Date.now()}` }, openStderr());

/** Where lines go that come by the thousand. */
export interface BusyLog {
  /** @param line with its end */
  write: (line: string) => void;
  /** Writes what has gathered, and is over. */
  end: () => void;
}

const GATHERED = 16_384; // characters
const LONGEST_GATHERING = 100; // milliseconds

/**
 * Lines on stderr that gather for a moment, since each write costs. They are written too where the process ends of an
 * error; a kill loses the moment.
 */
export function openBusyLog(): BusyLog {
  const stderr = openStderr();
  let gathered = '';
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    const lines = gathered;
    gathered = '';
    if (lines !== '') stderr.write(lines);
  };
  process.on('exit', flush);
  return {
    write: (line) => {
      gathered += line;
      if (gathered.length > GATHERED) flush();
      else timer ??= setTimeout(flush, LONGEST_GATHERING);
    },
    end: () => {
      process.off('exit', flush);
      flush();
    },
  };
}

const MOST_UNWRITTEN = 2 ** 20; // bytes that are kept while they cannot be written; what comes beyond them is lost
const RETRY = 100; // milliseconds

let stderr: ReturnType<typeof destination> | undefined;

/** There is one: two would mix the halves of their lines where a pipe is full. */
function openStderr() {
  stderr ??= patient();
  return stderr;
}

/** A log that cannot be written, on a full disk or into a pipe that nobody reads, must not stop what it tells of. */
function patient() {
  makeEager();
  const opened = destination({ fd: 2, sync: true, maxLength: MOST_UNWRITTEN, retryEAGAIN: () => false });
  const again = () => opened.write('');
  const retry = setTimeout(again, RETRY).unref();
  opened.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (code === 'EAGAIN') retry.refresh();
  });
  process.on('exit', again);
  return opened;
}

/** A pipe that is full says so instead of waiting for its reader: Node sees to that when it makes its own stream of it. */
function makeEager(): void {
  const found = fstatSync(2);
  if (found.isFIFO() || found.isSocket()) void process.stderr;
}
