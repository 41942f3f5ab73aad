import type { IncomingMessage } from 'node:http';
import type { Context as Call } from 'hono';
import { type Bindings, requestIdIn } from '../lib/request.ts';

export type ApiCall = Call<{ Bindings: Bindings }>;

/** The request id, the same for the whole request. */
export const requestId = (c: ApiCall): string => requestIdIn(c.env);

/**
 * Encodes UTF-8 as a latin1 string, one character per byte. Node sends such a string in one write with the headers, which
 * is a fifth faster than a separate buffer.
 */
const bytesText = (text: string): string => Buffer.from(text).toString('latin1');

/** Serialized JSON of a response, cached for the object that it shows. */
export class CachedJson {
  /** Without the opening brace; see `bytesText`. */
  readonly rest: string;
  constructor(answer: object) {
    this.rest = bytesText(JSON.stringify(answer).slice(1));
  }
}

const kept = new WeakMap<object, CachedJson>();

/** The JSON of `view()`, cached for the lifetime of `shown`, which must be immutable. */
export function cachedJson(shown: object, view: () => object): CachedJson {
  let json = kept.get(shown);
  if (!json) {
    json = new CachedJson(view());
    kept.set(shown, json);
  }
  return json;
}

/** Sends the success response of a `/v1` call: `request_id` and the fields of `answer`. */
export function v1Reply(call: Bindings, answer: object | CachedJson): void {
  const id = requestIdIn(call);
  const rest = answer instanceof CachedJson ? answer.rest : bytesText(JSON.stringify(answer).slice(1));
  send(call, 200, { 'X-Request-Id': id }, `{"request_id":${JSON.stringify(id)},${rest}`);
}

/** An error response. */
export interface FailureReply {
  status: number;
  body: { error: string; error_description: string };
  /** Besides Content-Type and X-Request-Id. */
  headers: Record<string, string>;
}

/** Grace period in which a rejected client may finish sending its body, so that it can read the response. */
const BODY_GRACE_PERIOD = 500; // milliseconds

/** Sends the error response of a `/v1` call. */
export function v1Failure(call: Bindings, { status, body, headers }: FailureReply): void {
  const { incoming, outgoing } = call;
  if (!incoming.complete) outgoing.once('finish', () => setTimeout(() => endCall(incoming), BODY_GRACE_PERIOD).unref());
  send(call, status, { 'X-Request-Id': requestIdIn(call), ...headers }, bytesText(JSON.stringify(body)));
}

function endCall({ complete, socket }: IncomingMessage): void {
  if (!complete) socket.destroySoon();
}

/** @param text see `bytesText` */
function send({ outgoing }: Bindings, status: number, headers: Record<string, string>, text: string): void {
  outgoing.writeHead(status, { 'Content-Type': 'application/json', ...headers, 'Content-Length': text.length });
  outgoing.end(text, 'latin1');
}

/**
 * A JSON response. Plain headers without Hono's context are the fastest to send.
 *
 * @param headers besides Content-Type and X-Request-Id
 */
export const reply = (c: ApiCall, body: object, status = 200, headers?: Record<string, string>): Response =>
  bytesReply(c, Buffer.from(JSON.stringify(body)), status, headers);

/** Sends bytes, because Node is much slower with strings that are not latin1. */
const bytesReply = (c: ApiCall, bytes: Buffer, status = 200, headers?: Record<string, string>): Response =>
  new Response(bytes as Buffer<ArrayBuffer>, {
    status,
    headers: { 'Content-Type': 'application/json', 'X-Request-Id': requestId(c), ...headers },
  });
