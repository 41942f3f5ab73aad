import { createHmac } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';
import { guardedLookup, refuseLiteral, type TargetRefusal } from './targets.ts';

export interface Outgoing {
  url: string;
  body: string;
  webhookSecret: string;
}

/** How a delivery ended. `answer` is the HTTP status, or why there is none. */
export interface Outcome {
  acknowledged: boolean;
  answer: string;
  millis: number;
}

const CONNECT_WITHIN = 3_000; // milliseconds
const ANSWER_WITHIN = 1_000; // of the request being sent (specification, "Delivery rules")

/** Lower-case hex HMAC-SHA256 of the raw body (specification, "Signature"). */
export const signature = (body: Buffer, webhookSecret: string): string =>
  createHmac('sha256', webhookSecret).update(body).digest('hex');

/** Posts the delivery once, over a connection of its own, following nothing. It never rejects. */
export function send({ url, body, webhookSecret }: Outgoing, refusal: TargetRefusal): Promise<Outcome> {
  const started = performance.now();
  const target = new URL(url);
  const bytes = Buffer.from(body);
  return new Promise((resolve) => {
    let timer: NodeJS.Timeout | undefined;
    const end = (acknowledged: boolean, answer: string) => {
      clearTimeout(timer);
      request?.destroy();
      resolve({ acknowledged, answer, millis: Math.round(performance.now() - started) });
    };
    const refused = refuseLiteral(target, refusal);
    let request: http.ClientRequest | undefined;
    if (refused) return end(false, refused);
    const client = target.protocol === 'https:' ? https : http;
    request = client.request(target, {
      method: 'POST',
      agent: false,
      lookup: guardedLookup(refusal),
      headers: {
        'Content-Type': 'application/json',
        'Content-Length': bytes.length,
        'X-Service-Signature': signature(bytes, webhookSecret),
        'User-Agent': 'service-webhook/1.0',
      },
    });
    const limit = (millis: number, reason: string) => {
      clearTimeout(timer);
      timer = setTimeout(end, millis, false, reason);
    };
    limit(CONNECT_WITHIN, `no connection within ${CONNECT_WITHIN} ms`);
    request.once('socket', (socket) =>
      socket.once(target.protocol === 'https:' ? 'secureConnect' : 'connect', () =>
        limit(ANSWER_WITHIN, `no answer within ${ANSWER_WITHIN} ms`),
      ),
    );
    request.once('response', ({ statusCode = 0 }) => end(statusCode >= 200 && statusCode < 300, String(statusCode)));
    request.on('error', (error) => end(false, error.message || String((error as NodeJS.ErrnoException).code)));
    request.end(bytes);
  });
}
