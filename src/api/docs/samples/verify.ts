import { createHmac, timingSafeEqual } from 'node:crypto';

/** Whether `body`, the raw bytes as received, was signed with the app's webhook secret. */
export function isSigned(body: Uint8Array, signature: string, secret: string): boolean {
  const expected = Buffer.from(createHmac('sha256', secret).update(body).digest('hex'));
  const received = Buffer.from(signature);
  return received.length === expected.length && timingSafeEqual(received, expected);
}

// isSigned(rawBody, request.headers['x-service-signature'] ?? '', WEBHOOK_SECRET)
