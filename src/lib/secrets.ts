import { hash, randomBytes, timingSafeEqual } from 'node:crypto';

/** A fresh 256-bit secret as URL-safe text. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** A name in store files for a thing that was given none. */
export const newKey = (kind: string): string => `${kind}-${randomBytes(4).toString('hex')}`;

/** Whether `newKey` could have made it. */
export const isNewKey = (kind: string, key: string): boolean =>
  key.startsWith(`${kind}-`) && /^[0-9a-f]{8}$/.test(key.slice(kind.length + 1));

/** Tells what is kept of a secret from what was kept before it, and says nothing of either. */
export const secretMark = (kept: string | Uint8Array): string => hash('sha256', kept, 'base64url').slice(0, 16);

/** What is kept of a secret. It is 256 bits of randomness, so a plain SHA-256 cannot be searched. */
export const secretHash = (secret: string): Buffer => hash('sha256', secret, 'buffer');

export const isSecret = (secret: string, kept: Uint8Array): boolean => timingSafeEqual(secretHash(secret), kept);

/** Whether two texts are the same, in a time that tells nothing of either but its length. */
export function isSameSecret(one: string, other: string): boolean {
  let differing = one.length ^ other.length;
  for (let i = 0; i < other.length; i += 1) differing |= one.charCodeAt(i) ^ other.charCodeAt(i);
  return differing === 0;
}
