import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { after } from 'node:test';
import { isDescribedDelivery } from './described.ts';
import type { Json } from './support.ts';

/** One request as it came over the wire. */
export interface Received {
  method: string;
  path: string;
  headers: Record<string, string>;
  /** The raw bytes. */
  body: Buffer;
  /** Whether the signature fits them and the secret that the receiver trusts. */
  signed: boolean;
  /** Which connection, counted from 1. */
  connection: number;
}

/** What a request is met with; without a status it is never answered. */
export interface Answering {
  status?: number;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** After the body: nothing, though it is not over; or what is no HTTP. */
  goesOn?: 'never' | 'wrong';
  /** Milliseconds to the answer. */
  after?: number;
  /** A byte of the status line now and then, and never the whole of it. */
  drips?: boolean;
  hangUp?: boolean;
}

export type ToReceiver = { secret?: string; answering?: Answering };
export type FromReceiver = { port: number } | { received: Received } | { obeyed: true };

/** A webhook receiver in a process of its own, gone when the test is done. `backlog`: connections it lets wait. */
export async function openReceiver({ backlog = 511 } = {}): Promise<Receiver> {
  const child = fork(path.join(import.meta.dirname, 'receiver-process.ts'), [String(backlog)], {
    execArgv: [], // Node reads the types away by itself
    serialization: 'advanced', // raw bytes stay raw
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  after(() => child.kill('SIGKILL'));
  const [{ port }] = await once(child, 'message');
  return new Receiver(child, port);
}

export class Receiver {
  readonly received: Received[] = [];
  readonly port: number;
  readonly #child: ChildProcess;

  constructor(child: ChildProcess, port: number) {
    this.#child = child;
    this.port = port;
    child.on('message', (message: FromReceiver) => {
      if (!('received' in message)) return;
      const body = Buffer.from(message.received.body);
      this.received.push({ ...message.received, body });
      if (message.received.signed) void isDescribedDelivery(JSON.parse(body.toString('utf8')));
    });
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/hook`;
  }

  /** What each request said, in the order they came. */
  get envelopes(): Json[] {
    return this.received.map(({ body }) => JSON.parse(body.toString('utf8')));
  }

  /** All changes it was told of, in the order they came. */
  get items(): Json[] {
    return this.envelopes.flatMap(({ data }) => data.items);
  }

  /** The secret to check signatures with from now on. */
  trust = (secret: string | undefined): Promise<void> => this.#tell({ secret: secret ?? '' });

  /** How to meet requests from now on. */
  answer = (answering: Answering): Promise<void> => this.#tell({ answering });

  /** Stops the whole process where it is: the system still takes connections for it, as many as its backlog. */
  freeze(): void {
    this.#child.kill('SIGSTOP');
  }

  async #tell(message: ToReceiver): Promise<void> {
    this.#child.send(message);
    for (;;) {
      const [answer] = await once(this.#child, 'message');
      if ('obeyed' in answer) return;
    }
  }
}
