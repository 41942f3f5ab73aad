import type { Server } from 'node:http';
import { Duplex } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import type { Machine } from './machine.ts';
import type { Scheduler } from './scheduler.ts';

export interface Request {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

export interface Response {
  status: number;
  /** Its Set-Cookie lines. */
  cookies: string;
  body: string;
}

export const NETWORK_FAILURES = ['lost', 'cut', 'unanswered', 'answer cut', 'late', 'answer late', 'twice'] as const;

/** Delays and failures of a request. */
export interface Trouble {
  /** Milliseconds until the request arrives, and the response. */
  there: number;
  back: number;
  /** Undefined: none. */
  kind?: (typeof NETWORK_FAILURES)[number];
  /** How many bytes of the request arrive. */
  cutTo?: number;
  /** How many bytes of the response arrive. */
  answerCutTo?: number;
  /** The request arrives a second time, this much later. */
  again?: number;
}

const TIMEOUT = 30_000; // milliseconds until the client gives up

/** A connection of a client, as the server sees it. */
class Socket extends Duplex {
  readonly remoteAddress: string;
  readonly remotePort = 40_000;
  bytesRead = 0;
  readonly #sent: Buffer[] = [];
  readonly #onEnd: (bytes: Buffer) => void;

  constructor(remoteAddress: string, onEnd: (bytes: Buffer) => void) {
    super({ allowHalfOpen: true });
    this.remoteAddress = remoteAddress;
    this.#onEnd = onEnd;
    this.once('close', () => this.#finish());
    this.on('error', () => {});
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: string, callback: () => void): void {
    this.#sent.push(chunk);
    callback();
  }

  override _final(callback: () => void): void {
    this.#finish();
    callback();
  }

  #isFinished = false;

  #finish(): void {
    if (this.#isFinished) return;
    this.#isFinished = true;
    this.#onEnd(Buffer.concat(this.#sent));
  }

  receive(bytes: Buffer): void {
    this.bytesRead += bytes.length;
    this.push(bytes);
  }

  setTimeout = (): this => this;
  setNoDelay = (): this => this;
  setKeepAlive = (): this => this;
  ref = (): this => this;
  unref = (): this => this;
  destroySoon = (): void => void this.end(() => this.destroy());
}

/**
 * Sends a request to the machine that listens when it arrives. Undefined if no response arrives: the client cannot know
 * whether the request was processed. `onTrouble` is called when the trouble takes effect.
 */
export function send(
  scheduler: Scheduler,
  listening: () => Machine | undefined,
  request: Request,
  trouble: Trouble,
  onTrouble: (kind: string) => void,
): Promise<Response | undefined> {
  return new Promise((resolve) => {
    const giveUp = scheduler.schedule('timeout', TIMEOUT, () => resolve(undefined), null);
    const answer = (response: Response | undefined) => {
      giveUp.isCanceled = true;
      resolve(response);
    };
    const { kind } = trouble;
    if (kind === 'lost') return onTrouble(kind);
    const arrive = (hasArrived: boolean) => {
      const machine = listening();
      if (!machine?.server) return void scheduler.schedule('refused', trouble.back, () => answer(undefined), null);
      scheduler.owner = machine;
      if (kind === 'cut' || kind === 'late' || hasArrived) onTrouble(kind ?? '');
      connect(machine.server, request, trouble.cutTo, (bytes) => {
        if (kind === 'unanswered' || kind === 'answer late') onTrouble(kind);
        if (kind === 'answer cut' && bytes.length > (trouble.answerCutTo ?? 0)) onTrouble(kind);
        if (kind === 'unanswered') return;
        const arrived = bytes.subarray(0, trouble.answerCutTo ?? bytes.length);
        scheduler.schedule('response', trouble.back, () => answer(parse(arrived)), null);
      });
    };
    scheduler.schedule('request', trouble.there, () => arrive(false), null);
    if (trouble.again !== undefined)
      scheduler.schedule('request again', trouble.there + trouble.again, () => arrive(true), null);
  });
}

function connect(server: Server, request: Request, cutTo: number | undefined, onEnd: (bytes: Buffer) => void): void {
  const socket = new Socket('10.0.0.7', onEnd);
  server.emit('connection', socket);
  const bytes = serialized(request);
  socket.receive(cutTo === undefined ? bytes : bytes.subarray(0, Math.min(cutTo, bytes.length - 1)));
  if (cutTo !== undefined) socket.push(null);
}

function serialized({ method = 'POST', path, headers = {}, body = '' }: Request): Buffer {
  const all = {
    Host: 'shop.example',
    Connection: 'close',
    'Content-Length': String(Buffer.byteLength(body)),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
}

/** Undefined if it is incomplete. */
function parse(bytes: Buffer): Response | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [first = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const valuesOf = (name: string): string[] =>
    lines.filter((line) => line.toLowerCase().startsWith(`${name}: `)).map((line) => line.slice(name.length + 2));
  const rest = bytes.subarray(end + 4);
  const sent = valuesOf('transfer-encoding').includes('chunked') ? joinChunks(rest) : rest;
  const [length] = valuesOf('content-length');
  if (!sent || (length !== undefined && sent.length < Number(length))) return undefined;
  const body = valuesOf('content-encoding').includes('gzip') ? gunzipSync(sent) : sent;
  const cookies = valuesOf('set-cookie').join('\n');
  return { status: Number(first.split(' ')[1]), cookies, body: body.toString('utf8') };
}

/** Undefined if the last chunk is missing. */
function joinChunks(bytes: Buffer): Buffer | undefined {
  const chunks: Buffer[] = [];
  for (let at = 0; ; ) {
    const end = bytes.indexOf('\r\n', at);
    const length = Number.parseInt(bytes.subarray(at, end).toString('latin1'), 16);
    if (end < 0 || end + 2 + length > bytes.length) return undefined;
    if (length === 0) return Buffer.concat(chunks);
    chunks.push(bytes.subarray(end + 2, end + 2 + length));
    at = end + 2 + length + 2;
  }
}
