import { createHmac } from 'node:crypto';
import type { ClientRequest, ClientRequestArgs, IncomingMessage } from 'node:http';
import { connect, type TcpNetConnectOpts } from 'node:net';
import { type AddressRule, checkLiteralAddress, hostOf, TargetError } from '../../lib/guarded-connection.ts';
import type { Message } from '../../lib/messages/catalogue.ts';
import { message, messageToJson } from '../../lib/messages/message.ts';
import { monotonic, nextTurn, outboundRequest, startTimer, type Timer } from '../../lib/runtime.ts';
import { SIMULATED_URL } from './simulated.ts';
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
export function send(outgoing: Outgoing, ruleOf: (target: URL) => AddressRule): Promise<Outcome> {
  if (outgoing.url === SIMULATED_URL) return Promise.resolve(SIMULATED);
  const started = monotonic();
  const target = URL.parse(outgoing.url);
  return new Promise((resolve) => {
    let timer: Timer | undefined;
    const elapsed = () => Math.round(monotonic() - started);
    const clearTimer = () => {
      timer?.stop();
      timer = undefined;
    };
    const end = (outcome: Outcome) => {
      clearTimer();
      request?.destroy();
      resolve(outcome);
    };
    const fail = (problem: Message) =>
      end({ acknowledged: false, answer: messageToJson(problem), responseExcerpt: null, millis: elapsed() });
    let request: ClientRequest | undefined;
    if (!target) return fail(message('webhook_url_unreadable'));
    const addressRule = ruleOf(target);
    const forbidden = checkLiteralAddress(target, addressRule);
    if (forbidden) return fail(forbidden);
    try {
      request = requestTo(target, outgoing, addressRule);
    } catch (error) {
      return fail(connectionProblem(error as Error));
    }
    let deadline = 0;
    const limit = (millis: number, reason: Message) => {
      clearTimer();
      deadline = monotonic() + millis;
      const current = startTimer(async () => {
        await nextTurn(); // reads a response that arrived in time, even if this thread is late
        if (timer === current) fail(reason);
      }, millis);
      timer = current;
    };
    limit(CONNECT_TIMEOUT, message('webhook_connect_timeout', { millis: CONNECT_TIMEOUT }));
    request.once('socket', (socket) =>
      socket.once(isSecure(target) ? 'secureConnect' : 'connect', () =>
        limit(RESPONSE_TIMEOUT, message('webhook_answer_timeout', { millis: RESPONSE_TIMEOUT })),
      ),
    );
    const failed = (error: Error) => fail(connectionProblem(error));
    request.on('error', failed);
    request.once('response', async (response) => {
      clearTimer();
      request?.off('error', failed).on('error', () => {}); // the status line decides; errors of the body are ignored
      const { statusCode = 0 } = response;
      const outcome = { acknowledged: statusCode >= 200 && statusCode < 300, answer: String(statusCode) };
      const millis = elapsed();
      const excerpt = await readExcerpt(response, Math.min(EXCERPT_TIMEOUT, deadline - monotonic()));
      end({ ...outcome, millis, responseExcerpt: excerpt || null });
    });
    for (const part of outgoing.body) request.write(part);
    request.end();
  });
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
