import { hash, timingSafeEqual } from 'node:crypto';
import { randomBytes } from './runtime.ts';

/** A new 256-bit secret as URL-safe text. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** A webhook secret in the form of Standard Webhooks: its bytes are the same. */
export const standardKey = (secret: string): string => `whsec_${Buffer.from(secret).toString('base64')}`;

/** A random key for store files. */
export const newKey = (kind: string): string => `${kind}-${randomBytes(4).toString('hex')}`;

/** Whether the key has the form of `newKey`. */
export const isNewKey = (kind: string, key: string): boolean =>
  key.startsWith(`${kind}-`) && /^[0-9a-f]{8}$/.test(key.slice(kind.length + 1));

/** A short fingerprint by which a changed secret is detected without revealing it. */
export const secretVersion = (stored: string | Uint8Array): string => hash('sha256', stored, 'base64url').slice(0, 16);

/** The hash that is stored. A plain SHA-256 is safe because a secret is 256 random bits. */
export const secretHash = (secret: string): Buffer => hash('sha256', secret, 'buffer');

export const isSecret = (secret: string, stored: Uint8Array): boolean => timingSafeEqual(secretHash(secret), stored);

/** Constant-time comparison; it reveals only the length. */
export function isSameSecret(a: string, b: string): boolean {
  let differing = a.length ^ b.length;
  for (let i = 0; i < b.length; i += 1) differing |= a.charCodeAt(i) ^ b.charCodeAt(i);
  return differing === 0;
}
