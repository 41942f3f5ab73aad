import { createHmac, timingSafeEqual } from 'node:crypto';

/** Whether `body`, the raw bytes as received, was signed with the app's webhook secret. */
export function isSigned(body: Uint8Array, signature: string, secret: string): boolean {
  const expected = Buffer.from(createHmac('sha256', secret).update(body).digest('hex'));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

// isSigned(rawBody, request.headers['x-service-signature'] ?? '', WEBHOOK_SECRET)
