import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

/** What all receivers that answer have been told since they were last asked. */
export interface Seen {
  /** Of each delivery: milliseconds from its oldest change until it had come. */
  delays: number[];
  changes: number;
  /** Deliveries whose signature was not that of their app. */
  wrong: number;
}

export type ToReceivers = { secrets?: Record<string, string> };

export interface Receivers {
  url: (app: string) => string;
  /** What they have seen since; from now on they check signatures with `secrets`, by app, where those are given. */
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
