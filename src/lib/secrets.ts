import { hash, randomBytes, timingSafeEqual } from 'node:crypto';

/** A fresh 256-bit secret as URL-safe text. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** A name in store files for a thing that was given none. */
export const newKey = (kind: string): string => `${kind}-${randomBytes(4).toString('hex')}`;

/** What is kept of a secret. It is 256 bits of randomness, so a plain SHA-256 cannot be searched. */
export const secretHash = (secret: string): Buffer => hash('sha256', secret, 'buffer');

export const isSecret = (secret: string, kept: Uint8Array): boolean => timingSafeEqual(secretHash(secret), kept);
