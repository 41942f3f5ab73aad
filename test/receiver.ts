import { type ChildProcess, fork } from 'node:child_process';
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

/** A message to one receiver of a process. */
export interface ToReceiver {
  /** The process repeats it when the message is applied. */
  number: number;
  receiver: number;
  /** Opens the receiver. */
  backlog?: number;
  secret?: string;
  answering?: ReceiverResponse;
  /** Closes the receiver. */
  ends?: boolean;
}

/** What the process of receivers reports. */
export type FromReceivers = { receiver: number; received: ReceivedRequest } | { applied: number; port?: number }; // the port of a new receiver

interface ReceiverOptions {
  /** The number of connections that may wait. */
  backlog?: number;
  /** Whether it can be frozen. Others share a process, because starting one takes a third of a second. */
  hasProcess?: boolean;
}

let shared: ReceiverProcess | undefined;
const open = new Set<Receiver>();

/** A webhook receiver in another process, until the end of the test. */
export async function openReceiver({ backlog = 511, hasProcess = false }: ReceiverOptions = {}): Promise<Receiver> {
  if (!hasProcess) shared ??= new ReceiverProcess();
  const program = hasProcess ? new ReceiverProcess() : (shared as ReceiverProcess);
  const receiver = new Receiver(program);
  open.add(receiver);
  after(() => {
    open.delete(receiver);
    return hasProcess ? program.kill() : receiver.close();
  });
  await receiver.listen(backlog);
  return receiver;
}

/** Resolves when the `received` of every open receiver has all requests that were answered before. */
export const allCaughtUp = () => Promise.all([...open].map((receiver) => receiver.caughtUp()));

class ReceiverProcess {
  readonly #child: ChildProcess;
  readonly #receivers: Receiver[] = [];
  /** By the number of a message that is not applied yet. */
  readonly #waiting = new Map<number, (port: number | undefined) => void>();
  #messages = 0;

  constructor() {
    this.#child = fork(path.join(import.meta.dirname, 'receiver-process.ts'), {
      execArgv: [], // Node strips the types
      serialization: 'advanced', // keeps bytes intact
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.#child.unref();
    this.#child.on('message', (message: FromReceivers) => {
      if ('received' in message) return this.#receivers[message.receiver]?.receive(message.received);
      this.#waiting.get(message.applied)?.(message.port);
      this.#waiting.delete(message.applied);
      if (this.#waiting.size === 0) this.#child.channel?.unref(); // an idle process must not delay the end of the tests
    });
  }

  /** Returns the number of the receiver in this process. */
  add = (receiver: Receiver): number => this.#receivers.push(receiver) - 1;

  tell(message: Omit<ToReceiver, 'number'>): Promise<number | undefined> {
    const number = this.#messages;
    this.#messages += 1;
    this.#child.channel?.ref();
    return new Promise((resolve) => {
      this.#waiting.set(number, resolve);
      this.#child.send({ ...message, number });
    });
  }

  freeze = (): boolean => this.#child.kill('SIGSTOP');
  kill = (): boolean => this.#child.kill('SIGKILL');
}

export class Receiver {
  readonly received: ReceivedRequest[] = [];
  port = 0;
  readonly #process: ReceiverProcess;
  readonly #number: number;
  #isFrozen = false;

  constructor(process: ReceiverProcess) {
    this.#process = process;
    this.#number = process.add(this);
  }

  async listen(backlog: number): Promise<void> {
    this.port = (await this.#tell({ backlog })) ?? 0;
  }

  receive(request: ReceivedRequest): void {
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
  async trust(secret = ''): Promise<void> {
    await this.#tell({ secret });
  }

  /** Sets the response to later requests. */
  async answer(answering: ReceiverResponse): Promise<void> {
    await this.#tell({ answering });
  }

  async caughtUp(): Promise<void> {
    if (!this.#isFrozen) await this.#tell({});
  }

  async close(): Promise<void> {
    await this.#tell({ ends: true });
  }

  /** Suspends its process: the system still accepts connections up to the backlog. */
  freeze(): void {
    this.#isFrozen = true;
    this.#process.freeze();
  }

  #tell = (message: Partial<ToReceiver>) => this.#process.tell({ ...message, receiver: this.#number });
}
