import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
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
export function v1Reply(c: ApiCall, answer: object | KeptJson): Response {
  const id = requestId(c);
  const rest = answer instanceof KeptJson ? answer.rest : bytesText(JSON.stringify(answer).slice(1));
  const text = `{"request_id":${JSON.stringify(id)},${rest}`;
  const { outgoing } = c.env;
  outgoing.writeHead(200, {
    'Content-Type': 'application/json',
    'X-Request-Id': id,
    'Content-Length': text.length,
  });
  outgoing.end(text, 'latin1');
  return RESPONSE_ALREADY_SENT;
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
