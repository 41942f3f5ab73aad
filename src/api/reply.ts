import type { IncomingMessage } from 'node:http';
import type { Context as Call } from 'hono';
import { type Bindings, requestIdIn } from '../lib/request.ts';

export type ApiCall = Call<{ Bindings: Bindings }>;

/** The same all through a call. */
export const requestId = (c: ApiCall): string => requestIdIn(c.env);

/**
 * UTF-8 as a text with a character a byte. Node sends such a text together with the headers in one piece, which costs a
 * fifth less than bytes beside them.
 */
const bytesText = (text: string): string => Buffer.from(text).toString('latin1');

/** An answer's JSON, made once for the object that it shows: as long as that is the same, so is it. */
export class KeptJson {
  /** Without the opening brace; see `bytesText`. */
  readonly rest: string;
  constructor(answer: object) {
    this.rest = bytesText(JSON.stringify(answer).slice(1));
  }
}

const kept = new WeakMap<object, KeptJson>();

/** The JSON of `view()`, kept for as long as `shown`, which must not change, is kept itself. */
export function keptJson(shown: object, view: () => object): KeptJson {
  let json = kept.get(shown);
  if (!json) {
    json = new KeptJson(view());
    kept.set(shown, json);
  }
  return json;
}

/** The success answer of a `/v1` call: `request_id`, then what `answer` holds. It is sent at once. */
export function v1Reply(call: Bindings, answer: object | KeptJson): void {
  const id = requestIdIn(call);
  const rest = answer instanceof KeptJson ? answer.rest : bytesText(JSON.stringify(answer).slice(1));
  send(call, 200, { 'X-Request-Id': id }, `{"request_id":${JSON.stringify(id)},${rest}`);
}

/** What tells of a call that has failed. */
export interface FailureReply {
  status: number;
  body: { error: string; error_description: string };
  /** More than Content-Type and X-Request-Id. */
  headers: Record<string, string>;
}

/** So long whoever is refused before his whole body has come may go on sending it: he would miss the answer else. */
const LAST_OF_A_BODY = 500; // milliseconds

/** Sends why a `/v1` call has failed at once. */
export function v1Failure(call: Bindings, { status, body, headers }: FailureReply): void {
  const { incoming, outgoing } = call;
  if (!incoming.complete) outgoing.once('finish', () => setTimeout(() => endCall(incoming), LAST_OF_A_BODY).unref());
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
 * A JSON answer. It is made with plain headers and without Hono's context, which is what the server sends fastest.
 *
 * @param headers more than Content-Type and X-Request-Id
 */
export const reply = (c: ApiCall, body: object, status = 200, headers?: Record<string, string>): Response =>
  bytesReply(c, Buffer.from(JSON.stringify(body)), status, headers);

/** Answers leave as bytes: Node sends a string that is not Latin, as Thai is, far more slowly. */
const bytesReply = (c: ApiCall, bytes: Buffer, status = 200, headers?: Record<string, string>): Response =>
  new Response(bytes as Buffer<ArrayBuffer>, {
    status,
    headers: { 'Content-Type': 'application/json', 'X-Request-Id': requestId(c), ...headers },
  });
