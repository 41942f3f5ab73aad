import type { Server } from 'node:http';
import { type Duplex, duplexPair } from 'node:stream';
import { type ReceivedResponse, readResponse } from '../http-responses.ts';
import type { Machine } from './machine.ts';
import type { Scheduler } from './scheduler.ts';

export interface Request {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

export type Response = Pick<ReceivedResponse, 'status' | 'headers'> & { body: string };

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
        const response = readResponse(bytes.subarray(0, trouble.answerCutTo ?? bytes.length));
        const receive = () => answer(response && { ...response, body: response.body.toString() });
        scheduler.schedule('response', trouble.back, receive, null);
      });
    };
    scheduler.schedule('request', trouble.there, () => arrive(false), null);
    if (trouble.again !== undefined)
      scheduler.schedule('request again', trouble.there + trouble.again, () => arrive(true), null);
  });
}

/** A stream with what the server uses of a socket. */
function asSocket(stream: Duplex): Duplex {
  const same = () => stream;
  stream.on('error', () => {});
  return Object.assign(stream, {
    ...{ remoteAddress: '10.0.0.7', remotePort: 40_000, bytesRead: 0 },
    ...{ setTimeout: same, setNoDelay: same, setKeepAlive: same, ref: same, unref: same },
    destroySoon: () => void stream.end(() => stream.destroy()),
  });
}

/** @param onEnd gets what the server has sent when it closes the connection */
function connect(server: Server, request: Request, cutTo: number | undefined, onEnd: (bytes: Buffer) => void): void {
  const [client, socket] = duplexPair();
  const sent: Buffer[] = [];
  client.on('data', (bytes) => sent.push(bytes)).once('end', () => onEnd(Buffer.concat(sent)));
  server.emit('connection', asSocket(socket));
  const bytes = serialized(request);
  if (cutTo === undefined) client.write(bytes);
  else client.end(bytes.subarray(0, Math.min(cutTo, bytes.length - 1)));
}

function serialized({ method = 'POST', path, headers = {}, body = '' }: Request): Buffer {
  const own = { Host: 'shop.example', Connection: 'close', 'Content-Length': String(Buffer.byteLength(body)) };
  const lines = Object.entries({ ...own, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
}
