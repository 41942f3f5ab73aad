import { spawnSync } from 'node:child_process';
import { autocannon } from './autocannon.ts';
import type { Call } from './calls.ts';
import { wrk } from './wrk.ts';

export const CONNECTIONS = 32;

/** When to stop. */
export type Span = { seconds: number } | { requests: number };

export interface Load {
  /** Requests a second. */
  rate: number;
  /** Milliseconds that 99 of 100 answers did not take. */
  p99: number;
}

export interface Generator {
  name: string;
  /** Sends the call over all connections at once. */
  send: (address: string, call: Call, span: Span) => Promise<Load>;
}

/** wrk where it is installed, else autocannon. */
export function loadGenerator(folder: string): Generator {
  const version = /wrk \S+/.exec(spawnSync('wrk', ['-v'], { encoding: 'utf8' }).stdout ?? '')?.[0];
  return version === undefined ? autocannon(folder) : wrk(folder, version);
}

/** What a generator counted. */
export interface Counted {
  requests: number;
  seconds: number;
  p99: number;
  /** Answers that were not 2xx, and connections that broke. */
  failed: number;
}

/** @throws where a request failed: its time would be that of another call */
export function loadOf({ requests, seconds, p99, failed }: Counted, { name }: Call): Load {
  if (failed > 0 || requests === 0) throw new Error(`${name}: ${failed} of ${requests} requests failed`);
  return { rate: requests / seconds, p99 };
}
