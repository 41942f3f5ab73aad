import type { Context as Call } from 'hono';
import { type Bindings, requestIdIn } from '../lib/request.ts';

export type ApiCall = Call<{ Bindings: Bindings }>;

/** The same all through a call. */
export const requestId = (c: ApiCall): string => requestIdIn(c.env);

/** An answer's JSON as bytes, made once for the object that it shows: as long as that is the same, so are they. */
export class KeptJson {
  readonly bytes: Buffer;
  constructor(answer: object) {
    this.bytes = Buffer.from(JSON.stringify(answer));
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

/** The success answer of a `/v1` call: `request_id`, then what `answer` holds. */
export function v1Reply(c: ApiCall, answer: object | KeptJson): Response {
  const head = `{"request_id":${JSON.stringify(requestId(c))},`;
  const bytes =
    answer instanceof KeptJson
      ? Buffer.concat([Buffer.from(head, 'latin1'), answer.bytes.subarray(1)])
      : Buffer.from(head + JSON.stringify(answer).slice(1));
  return bytesReply(c, bytes);
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
