import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/** A server in a separate process. */
export interface Server {
  /** For example `http://127.0.0.1:41234`. */
  address: string;
  /** Memory in kilobytes. */
  memory: () => Promise<number>;
  /** Calls the function with each line of stderr, until the returned function is called. */
  onLine: (listener: (line: string) => void) => () => void;
  stop: () => Promise<void>;
  /** Sends a message to a server that accepts messages, and resolves with its reply. */
  ask: <Reply>(message: unknown) => Promise<Reply>;
}

export type Command = readonly [program: string, ...args: string[]];

const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL'); // a failed benchmark leaves no processes
});

/** As in the unit of `raan install`: see docs/operate.md#memory. */
const ENVIRONMENT = { MALLOC_ARENA_MAX: '2' };

/** Starts a server and resolves when it has printed its address. `ipc`: the server accepts messages. */
export async function startServer([program, ...args]: Command, { ipc = false } = {}): Promise<Server> {
  const stdio = ['ignore', 'pipe', 'pipe', ...(ipc ? (['ipc'] as const) : [])] as const;
  const child = spawn(program, args, { stdio: [...stdio], env: { ...process.env, ...ENVIRONMENT } });
  running.add(child);
  child.once('exit', () => running.delete(child));
  const address = await printedAddress(child);
  return {
    address,
    memory: async () => residentSize(await readFile(`/proc/${child.pid}/status`, 'utf8')),
    ask: async <Reply>(message: unknown) => {
      const replied = once(child, 'message');
      child.send(message as object);
      const [reply] = await replied;
      return reply as Reply;
    },
    onLine: (listener) => {
      const lines = createInterface(child.stderr as Readable).on('line', listener);
      return () => {
        lines.close();
        child.stderr?.resume();
      };
    },
    stop: async () => {
      if (child.exitCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

function printedAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    const read = (chunk: Buffer) => {
      output += chunk;
      const address = /http:\/\/[\w.:[\]]+:\d+/.exec(output)?.[0];
      if (address === undefined) return;
      for (const stream of [child.stdout, child.stderr]) stream?.off('data', read).resume(); // one line per call
      resolve(address);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`${child.spawnfile} exited before it printed an address: ${output}`)));
  });
}

const residentSize = (status: string): number => Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]);
