import { createECDH } from 'node:crypto';
import { message } from '../../lib/messages/message.ts';
import { randomBytes } from '../../lib/runtime.ts';
import type { AlertConnection } from './connection.ts';
import { type Claim, type Outcome, SENT } from './outcome.ts';
import type { Recipient } from './recipients.ts';
import { request, retryAfter } from './service-request.ts';
import type { PushService } from './services.ts';

// Web push: RFC 8030, encrypted by RFC 8291, with VAPID (RFC 8292).

export function newPushKeys(): PushService {
  const curve = createECDH('prime256v1');
  const privateKey = randomBytes(32); // out of range once in 2^32 times; setPrivateKey then throws
  curve.setPrivateKey(privateKey);
  return { public_key: curve.getPublicKey('base64url'), private_key: privateKey.toString('base64url') };
}

export interface PushMessage {
  /** A newer message with the same topic replaces one that is not delivered yet. */
  topic: string;
  payload: { title: string; body: string; url: string };
  /** `mailto:` or `https:`, for the operator of the push service. */
  contact: string;
}

const TTL = 4 * 3_600; // seconds for which the push service keeps it for a browser that is off

/** A browser, and how raan reaches it. */
interface PushAccess {
  connection: AlertConnection;
  keys: PushService;
  recipient: Pick<Recipient, 'address' | 'detail'>;
}

export async function sendPush(
  { connection, keys, recipient: { address, detail } }: PushAccess,
  { topic, payload, contact }: PushMessage,
  claim: Claim,
): Promise<Outcome> {
  const { default: webPush } = await import('web-push');
  const { endpoint, headers, body } = webPush.generateRequestDetails(
    { endpoint: address, keys: { p256dh: detail.p256dh ?? '', auth: detail.auth ?? '' } },
    JSON.stringify({ ...payload, tag: topic }),
    { TTL, topic, urgency: 'high', contentEncoding: 'aes128gcm' },
  );
  const { origin } = new URL(address); // the library's own way to add this header calls a deprecated function of Node
  const { Authorization } = webPush.getVapidHeaders(origin, contact, keys.public_key, keys.private_key, 'aes128gcm');
  if (!(await claim())) return { is: 'unknown', reason: message('alert_not_wanted') };
  const texts = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  delete texts['Content-Length']; // fetch sets it
  const response = await request(connection, { url: endpoint, headers: { ...texts, Authorization }, body });
  if (response.is !== 'received') return response;
  return outcomeOf(response.status, response.headers);
}

function outcomeOf(status: number, headers: Headers): Outcome {
  if (status >= 200 && status < 300) return SENT;
  if (status === 404 || status === 410) return { is: 'gone', reason: message('push_subscription_ended') };
  const reason = message('push_answered', { status });
  return status === 429 || status >= 500
    ? { is: 'unsent', reason, after: retryAfter(headers) }
    : { is: 'failed', reason };
}
