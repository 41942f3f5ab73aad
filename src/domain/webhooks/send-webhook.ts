import { createHmac } from 'node:crypto';
import type { ClientRequest, ClientRequestArgs, IncomingMessage } from 'node:http';
import { connect, type TcpNetConnectOpts } from 'node:net';
import { type AddressRule, checkLiteralAddress, hostOf, TargetError } from '../../lib/guarded-connection.ts';
import type { Message } from '../../lib/messages/catalogue.ts';
import { message, messageToJson } from '../../lib/messages/message.ts';
import { monotonic, nextTurn, outboundRequest, startTimer, type Timer } from '../../lib/runtime.ts';
import { SIMULATED_URL } from './simulated-url.ts';
import { webhookLookup } from './targets.ts';

/** The parts of a body, in order. */
export type Parts = readonly (string | Buffer)[];

export interface Outgoing {
  url: string;
  requestId: string;
  /** Unix milliseconds. */
  requestTime: number;
  body: Parts;
  /** The current one and, for a while after a reset, the old one. */
  secrets: readonly string[];
}

export interface Outcome {
  acknowledged: boolean;
  /** The HTTP status, or the reason that there is none; see `messageFromJson`. */
  answer: string;
  /** The start of the response body; null if it was empty. */
  responseExcerpt: string | null;
  millis: number;
}

const CONNECT_TIMEOUT = 3_000; // milliseconds
const RESPONSE_TIMEOUT = 1_000; // after the connection is ready (docs/partner-api.md#delivery)
const EXCERPT_TIMEOUT = 100; // after the status line

/** Lower-case hex HMAC-SHA256 of the raw body (docs/partner-api.md#signature). */
export const signature = (body: Parts, webhookSecret: string): string => hmac(body, webhookSecret).digest('hex');

const hmac = (parts: Parts, secret: string) =>
  parts.reduce((started, part) => started.update(part), createHmac('sha256', secret));

/** Signatures of Standard Webhooks, one for each secret (docs/partner-api.md#standard-webhooks). */
export function standardSignatures({ requestId, requestTime, body, secrets }: Omit<Outgoing, 'url'>): string {
  const signed = [`${requestId}.${seconds(requestTime)}.`, ...body];
  return secrets.map((secret) => `v1,${hmac(signed, secret).digest('base64')}`).join(' ');
}

const seconds = (millis: number): string => String(Math.floor(millis / 1_000));

const SIGNATURE_HEADERS = ['X-Service-Signature', 'X-Service-Signature-Old'];

const isSecure = ({ protocol }: URL): boolean => protocol === 'https:';

/** Connecting without an agent saves a fifth of the CPU time of a delivery. */
const withoutAgent = (options: ClientRequestArgs) => connect(options as TcpNetConnectOpts);

/**
 * Opens the request. Headers as a list save a sixth of the CPU time of a delivery; Node then adds no Host and no
 * Connection header. @throws if Node does not support the protocol
 */
function requestTo(target: URL, outgoing: Outgoing, addressRule: AddressRule): ClientRequest {
  const { requestId, requestTime, body, secrets } = outgoing;
  const length = body.reduce((sum, part) => sum + Buffer.byteLength(part), 0);
  const options = {
    method: 'POST',
    protocol: target.protocol,
    host: hostOf(target),
    port: target.port,
    path: target.pathname + target.search,
    lookup: webhookLookup(addressRule),
    headers: [
      ['Host', target.host],
      ['Content-Type', 'application/json'],
      ['Content-Length', String(length)],
      ...secrets.map((secret, i) => [SIGNATURE_HEADERS[i] as string, signature(body, secret)]),
      ['webhook-id', requestId],
      ['webhook-timestamp', seconds(requestTime)],
      ['webhook-signature', standardSignatures(outgoing)],
      ['User-Agent', 'service-webhook/1.0'],
      ['Connection', 'close'],
    ].flat(),
  };
  return outboundRequest(
    isSecure(target) ? { ...options, agent: false } : { ...options, createConnection: withoutAgent },
  );
}

const SIMULATED: Outcome = { acknowledged: true, answer: '200', responseExcerpt: 'simulated', millis: 0 };

/** Posts the delivery once over a new connection, without redirects. Never rejects. */
export async function send(outgoing: Outgoing, ruleOf: (target: URL) => AddressRule): Promise<Outcome> {
  if (outgoing.url === SIMULATED_URL) return SIMULATED;
  const elapsed = stopwatch();
  const target = URL.parse(outgoing.url);
  if (!target) return failure(message('webhook_url_unreadable'), elapsed());
  const addressRule = ruleOf(target);
  const forbidden = checkLiteralAddress(target, addressRule);
  if (forbidden) return failure(forbidden, elapsed());
  try {
    const request = requestTo(target, outgoing, addressRule);
    return await post(request, { body: outgoing.body, isTls: isSecure(target), elapsed });
  } catch (error) {
    return failure(connectionProblem(error as Error), elapsed());
  }
}

/** Milliseconds since its call. */
function stopwatch(): () => number {
  const started = monotonic();
  return () => Math.round(monotonic() - started);
}

const failure = (problem: Message, millis: number): Outcome => ({
  acknowledged: false,
  answer: messageToJson(problem),
  responseExcerpt: null,
  millis,
});

interface Post {
  body: Parts;
  isTls: boolean;
  /** Milliseconds since the start. */
  elapsed: () => number;
}

/** Sends the body and waits for the status line, then briefly for the response body. Never rejects. */
function post(request: ClientRequest, { body, isTls, elapsed }: Post): Promise<Outcome> {
  return new Promise((resolve) => {
    const end = (outcome: Outcome) => {
      deadline.clear();
      request.destroy();
      resolve(outcome);
    };
    const fail = (problem: Message) => end(failure(problem, elapsed()));
    const failOnError = (error: Error) => fail(connectionProblem(error));
    const deadline = new Deadline(fail);
    deadline.set(CONNECT_TIMEOUT, message('webhook_connect_timeout', { millis: CONNECT_TIMEOUT }));
    request.once('socket', (socket) =>
      socket.once(isTls ? 'secureConnect' : 'connect', () =>
        deadline.set(RESPONSE_TIMEOUT, message('webhook_answer_timeout', { millis: RESPONSE_TIMEOUT })),
      ),
    );
    request.on('error', failOnError);
    request.once('response', async (response) => {
      deadline.clear();
      request.off('error', failOnError).on('error', () => {}); // the status line decides; errors of the body are ignored
      end(await outcomeOf(response, elapsed(), deadline.remaining));
    });
    for (const part of body) request.write(part);
    request.end();
  });
}

/** Calls `missed` with the reason of the last `set`, unless `clear` or the next `set` comes in time. */
class Deadline {
  readonly #missed: (reason: Message) => void;
  #timer: Timer | undefined;
  #time = 0;

  constructor(missed: (reason: Message) => void) {
    this.#missed = missed;
  }

  /** Milliseconds until the last deadline, which may have been cleared. */
  get remaining(): number {
    return this.#time - monotonic();
  }

  set(millis: number, reason: Message): void {
    this.clear();
    this.#time = monotonic() + millis;
    const timer = startTimer(async () => {
      await nextTurn(); // reads a response that arrived in time, even if this thread is late
      if (this.#timer === timer) this.#missed(reason);
    }, millis);
    this.#timer = timer;
  }

  clear(): void {
    this.#timer?.stop();
    this.#timer = undefined;
  }
}

/** @param remaining milliseconds that the body may take, `EXCERPT_TIMEOUT` at most */
async function outcomeOf(response: IncomingMessage, millis: number, remaining: number): Promise<Outcome> {
  const { statusCode = 0 } = response;
  const excerpt = await readExcerpt(response, Math.min(EXCERPT_TIMEOUT, remaining));
  return {
    acknowledged: statusCode >= 200 && statusCode < 300,
    answer: String(statusCode),
    responseExcerpt: excerpt || null,
    millis,
  };
}

interface NetworkError extends Error {
  code?: string;
  syscall?: string;
  hostname?: string;
  address?: string;
  port?: number;
  errors?: NetworkError[];
}

const UNTRUSTED = /^(CERT_|DEPTH_ZERO_SELF_SIGNED|SELF_SIGNED|UNABLE_TO_)/;

export function connectionProblem(error: NetworkError): Message {
  if (error instanceof TargetError) return error.problem;
  const { code = '', syscall, hostname: host = '', address, port } = error.errors?.[0] ?? error; // `errors` has one per address
  if (syscall === 'getaddrinfo') return message('webhook_host_not_found', { host, code });
  if (syscall === 'connect') return connectProblem(code, `${address}:${port}`);
  if (syscall === 'read' || syscall === 'write') return message('webhook_connection_lost', { code });
  if (code === 'CERT_HAS_EXPIRED') return message('webhook_certificate_expired');
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return message('webhook_certificate_of_another_host');
  if (UNTRUSTED.test(code)) return message('webhook_certificate_untrusted', { code });
  if (code === 'ECONNRESET') return message('webhook_connection_closed');
  return message('foreign_text', { text: error.message || code });
}

const connectProblem = (code: string, address: string): Message =>
  code === 'ECONNREFUSED'
    ? message('webhook_connection_refused', { address })
    : message('webhook_connection_failed', { address, code });

const MAX_CHARACTERS = 500;
const MAX_BYTES = 4 * MAX_CHARACTERS; // of UTF-8

/** The start of a body as one line of plain text: invalid UTF-8 is replaced, control characters become spaces. */
export function plainText(bytes: Uint8Array): string {
  const text = new TextDecoder().decode(bytes.subarray(0, MAX_BYTES), { stream: true }); // drops a truncated character at the end
  const line = text.replace(/[\p{White_Space}\p{Cc}\p{Bidi_Control}]+/gu, ' ').trim();
  return [...line].slice(0, MAX_CHARACTERS).join('');
}

/** The start of a response body: what arrives within `millis`. Never rejects. */
export function readExcerpt(response: IncomingMessage, millis: number): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  return new Promise((resolve) => {
    const end = () => {
      timer.stop();
      resolve(length === 0 ? '' : plainText(Buffer.concat(chunks))); // most bodies are empty and need no decoder
    };
    const timer = startTimer(end, millis);
    for (const event of ['end', 'error', 'close']) response.once(event, end);
    response.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= MAX_BYTES) end();
    });
  });
}
