import { createHmac } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';
import { connect, type TcpNetConnectOpts } from 'node:net';
import { saidWithin } from './said.ts';
import { guardedLookup, refuseLiteral, type TargetRefusal } from './targets.ts';

export interface Outgoing {
  url: string;
  body: Buffer;
  webhookSecret: string;
}

/** How a delivery ended. `answer` is the HTTP status, or why there is none. */
export interface Outcome {
  acknowledged: boolean;
  answer: string;
  /** The beginning of what came with that status; null: nothing. */
  said: string | null;
  millis: number;
}

const CONNECT_WITHIN = 3_000; // milliseconds
const ANSWER_WITHIN = 1_000; // of the request being sent (specification, "Delivery rules")
const SAY_WITHIN = 100; // of the status line; what is said later nobody waits for

/** Lower-case hex HMAC-SHA256 of the raw body (specification, "Signature"). */
export const signature = (body: Buffer, webhookSecret: string): string =>
  createHmac('sha256', webhookSecret).update(body).digest('hex');

/** An agent costs a fifth of a delivery. */
const withoutAgent = (options: http.ClientRequestArgs) => connect(options as TcpNetConnectOpts);

/** Posts the delivery once, over a connection of its own, following nothing. It never rejects. */
export function send({ url, body, webhookSecret }: Outgoing, refusal: TargetRefusal): Promise<Outcome> {
  const started = performance.now();
  const target = URL.parse(url);
  return new Promise((resolve) => {
    let timer: NodeJS.Timeout | undefined;
    const elapsed = () => Math.round(performance.now() - started);
    let lastLook: NodeJS.Immediate | undefined;
    const stopClock = () => {
      clearTimeout(timer);
      clearImmediate(lastLook);
    };
    const end = (outcome: Outcome) => {
      stopClock();
      request?.destroy();
      resolve(outcome);
    };
    const fail = (answer: string) => end({ acknowledged: false, answer, said: null, millis: elapsed() });
    let request: http.ClientRequest | undefined;
    if (!target) return fail('its URL cannot be read');
    const refused = refuseLiteral(target, refusal);
    if (refused) return fail(refused);
    const isSecure = target.protocol === 'https:';
    const headers = {
      'Content-Type': 'application/json',
      'Content-Length': body.length,
      'X-Service-Signature': signature(body, webhookSecret),
      'User-Agent': 'service-webhook/1.0',
    };
    try {
      const options = { method: 'POST', lookup: guardedLookup(refusal), headers };
      request = isSecure
        ? https.request(target, { ...options, agent: false })
        : http.request(target, { ...options, createConnection: withoutAgent });
    } catch (error) {
      return fail(String(error));
    }
    let deadline = 0;
    const limit = (millis: number, reason: string) => {
      stopClock();
      deadline = performance.now() + millis;
      timer = setTimeout(() => {
        lastLook = setImmediate(fail, reason); // what has come in time is read first, however late this thread is
      }, millis);
    };
    limit(CONNECT_WITHIN, `no connection within ${CONNECT_WITHIN} ms`);
    request.once('socket', (socket) =>
      socket.once(isSecure ? 'secureConnect' : 'connect', () =>
        limit(ANSWER_WITHIN, `no answer within ${ANSWER_WITHIN} ms`),
      ),
    );
    const failed = (error: NodeJS.ErrnoException) => fail(error.message || String(error.code));
    request.on('error', failed);
    request.once('response', async (response) => {
      stopClock();
      request?.off('error', failed).on('error', () => {}); // the status line counts, however its body goes on
      const { statusCode = 0 } = response;
      const outcome = { acknowledged: statusCode >= 200 && statusCode < 300, answer: String(statusCode) };
      const millis = elapsed();
      const said = await saidWithin(response, Math.min(SAY_WITHIN, deadline - performance.now()));
      end({ ...outcome, millis, said: said || null });
    });
    request.end(body);
  });
}
