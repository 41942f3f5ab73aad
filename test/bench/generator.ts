import { spawnSync } from 'node:child_process';
import { autocannon } from './autocannon.ts';
import type { Call } from './calls.ts';
import { wrk } from './wrk.ts';

export const CONNECTIONS = 32;

/** When to stop sending. */
export type Span = { seconds: number } | { requests: number };

export interface Load {
  /** Requests per second. */
  rate: number;
  /** The 99th percentile of latency in milliseconds. */
  p99: number;
}

export interface Generator {
  name: string;
  /** Sends the call over all connections. */
  send: (address: string, call: Call, span: Span) => Promise<Load>;
}

/** wrk if installed, otherwise autocannon. */
export function loadGenerator(folder: string): Generator {
  const version = /wrk \S+/.exec(spawnSync('wrk', ['-v'], { encoding: 'utf8' }).stdout ?? '')?.[0];
  return version === undefined ? autocannon(folder) : wrk(folder, version);
}

export interface LoadCounts {
  requests: number;
  seconds: number;
  p99: number;
  /** Responses other than 2xx, and broken connections. */
  failed: number;
}

/** @throws if a request failed, because the result would mix successes and failures */
export function loadOf({ requests, seconds, p99, failed }: LoadCounts, { name }: Call): Load {
  if (failed > 0 || requests === 0) throw new Error(`${name}: ${failed} of ${requests} requests failed`);
  return { rate: requests / seconds, p99 };
}
