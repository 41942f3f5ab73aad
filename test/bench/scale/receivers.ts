import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

/** Requests to responding receivers since the last call. */
export interface Seen {
  /** Milliseconds from the oldest change of each delivery until its arrival. */
  delays: number[];
  changes: number;
  /** Deliveries with a wrong signature. */
  wrong: number;
}

export type ToReceivers = { secrets?: Record<string, string> };

export interface Receivers {
  url: (app: string) => string;
  /** The deliveries since the last call. `secrets`, by app, are used to check signatures from then on. */
  collect: (secrets?: Record<string, string>) => Promise<Seen>;
  stop: () => void;
}

/** A process that receives for any number of apps. */
export async function startReceivers(): Promise<Receivers> {
  const child = fork(path.join(import.meta.dirname, 'receivers-process.ts'), { execArgv: [], stdio: 'inherit' });
  process.once('exit', () => child.kill('SIGKILL'));
  const [{ port }] = await once(child, 'message');
  return {
    url: (app) => `http://127.0.0.1:${port}/${app}`,
    collect: async (secrets) => {
      const reply = once(child, 'message');
      child.send({ ...(secrets && { secrets }) } satisfies ToReceivers);
      const [seen] = await reply;
      return seen;
    },
    stop: () => child.kill('SIGKILL'),
  };
}
