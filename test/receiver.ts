import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { after } from 'node:test';
import { assertDescribedDelivery } from './openapi-checks.ts';
import type { Json } from './support.ts';

/** A received request. */
interface ReceivedRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  /** The raw bytes. */
  body: Buffer;
  /** Whether the signature matches the receiver's secret. */
  signed: boolean;
  /** The number of the connection, from 1. */
  connection: number;
}

/** The response to a request. Without a status, the receiver does not respond. */
export interface ReceiverResponse {
  status?: number;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** After the body: nothing, although it is not complete; or bytes that are not HTTP. */
  afterBody?: 'never' | 'wrong';
  /** Delay of the response in milliseconds. */
  after?: number;
  /** Sends the status line byte by byte, without ever completing it. */
  drips?: boolean;
  disconnect?: boolean;
}

export type ToReceiver = { secret?: string; answering?: ReceiverResponse };
export type FromReceiver = { port: number } | { received: ReceivedRequest } | { applied: true };

/**
 * A webhook receiver in a separate process, until the end of the test. `backlog`: the number of connections that may
 * wait.
 */
export async function openReceiver({ backlog = 511 } = {}): Promise<Receiver> {
  const child = fork(path.join(import.meta.dirname, 'receiver-process.ts'), [String(backlog)], {
    execArgv: [], // Node strips the types
    serialization: 'advanced', // keeps bytes intact
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  after(() => child.kill('SIGKILL'));
  const [{ port }] = await once(child, 'message');
  const receiver = new Receiver(child, port);
  open.add(receiver);
  after(() => open.delete(receiver));
  return receiver;
}

const open = new Set<Receiver>();

/** Resolves when the `received` of every open receiver has all requests that were answered before. */
export const allCaughtUp = () => Promise.all([...open].map((receiver) => receiver.caughtUp()));

export class Receiver {
  readonly received: ReceivedRequest[] = [];
  readonly port: number;
  readonly #child: ChildProcess;
  #isFrozen = false;
  readonly #applying: (() => void)[] = [];

  constructor(child: ChildProcess, port: number) {
    this.#child = child;
    this.port = port;
    child.on('message', (message: FromReceiver) => {
      if ('received' in message) this.#receive(message.received);
      else this.#applying.shift()?.();
    });
  }

  #receive(request: ReceivedRequest): void {
    const body = Buffer.from(request.body);
    this.received.push({ ...request, body });
    if (request.signed) void assertDescribedDelivery(JSON.parse(body.toString('utf8')));
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/hook`;
  }

  /** The body of each request, in order. */
  get envelopes(): Json[] {
    return this.received.map(({ body }) => JSON.parse(body.toString('utf8')));
  }

  /** All received changes, in order. */
  get items(): Json[] {
    return this.envelopes.flatMap(({ data }) => data.items);
  }

  /** The secret for signatures from now on. */
  trust = (secret: string | undefined): Promise<void> => this.#tell({ secret: secret ?? '' });

  /** Sets the response to later requests. */
  answer = (answering: ReceiverResponse): Promise<void> => this.#tell({ answering });

  caughtUp = async (): Promise<void> => {
    if (!this.#isFrozen) await this.#tell({});
  };

  /** Suspends the process: the system still accepts connections up to the backlog. */
  freeze(): void {
    this.#isFrozen = true;
    this.#child.kill('SIGSTOP');
  }

  #tell(message: ToReceiver): Promise<void> {
    return new Promise((resolve) => {
      this.#applying.push(resolve);
      this.#child.send(message);
    });
  }
}
