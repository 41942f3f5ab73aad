import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

/** What the answering receivers got since the last query. */
export interface Seen {
  /** Of each delivery: milliseconds from its oldest change until its arrival. */
  delays: number[];
  changes: number;
  /** Deliveries with a wrong signature. */
  wrong: number;
}

export type ToReceivers = { secrets?: Record<string, string> };

export interface Receivers {
  url: (app: string) => string;
  /** The deliveries since the last query; with `secrets`, by app, signatures are checked from then on. */
  ask: (secrets?: Record<string, string>) => Promise<Seen>;
  stop: () => void;
}

/** A process that receives for any number of apps. */
export async function startReceivers(): Promise<Receivers> {
  const child = fork(path.join(import.meta.dirname, 'receivers-process.ts'), { execArgv: [], stdio: 'inherit' });
  process.once('exit', () => child.kill('SIGKILL'));
  const [{ port }] = await once(child, 'message');
  return {
    url: (app) => `http://127.0.0.1:${port}/${app}`,
    ask: async (secrets) => {
      const answered = once(child, 'message');
      child.send({ ...(secrets && { secrets }) } satisfies ToReceivers);
      const [seen] = await answered;
      return seen;
    },
    stop: () => child.kill('SIGKILL'),
  };
}
