import { timingSafeEqual } from 'node:crypto';
import { randomBytes } from './runtime.ts';
import { deriveKey } from './scrypt-thread.ts';

/** Parameters of scrypt: a hash takes 128 · N · r bytes of memory, and time in proportion to N · r · p. */
export interface ScryptCost {
  N: number;
  r: number;
  p: number;
}

/**
 * A setting that OWASP's Password Storage Cheat Sheet and its ASVS recommend. A hash takes a little more than 32 MiB, so
 * the C library returns the memory at once; with N = 2^14 it would keep 16 MiB.
 */
export const SCRYPT_COST: ScryptCost = { N: 2 ** 15, r: 8, p: 3 };

const MAX_MEMORY = 64 * 2 ** 20;
const SALT_BYTES = 16;
const HASH_BYTES = 32;

const derive = (text: string, salt: Buffer, bytes: number, cost: ScryptCost): Promise<Buffer> =>
  deriveKey({ text, salt, bytes, options: { ...cost, maxmem: MAX_MEMORY } });

/** `scrypt$N$r$p$SALT$HASH`. @throws AppError slow_down if too many are waiting */
export async function scryptHash(text: string, cost: ScryptCost): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  return hashText(cost, salt, await derive(text, salt, HASH_BYTES, cost));
}

/** A hash that matches nothing, but takes the same time to compare. */
export const unmatchedHash = (cost: ScryptCost): string =>
  hashText(cost, randomBytes(SALT_BYTES), randomBytes(HASH_BYTES));

/** False if `hash` is not a hash of `scryptHash`. @throws AppError slow_down if too many are waiting */
export async function scryptMatches(text: string, hash: string): Promise<boolean> {
  const stored = readHash(hash);
  if (!stored) return false;
  const { salt, key, cost } = stored;
  return timingSafeEqual(await derive(text, salt, key.length, cost), key);
}

/** Whether the hash was made with this cost. */
export const hasCost = (hash: string, cost: ScryptCost): boolean => hash.startsWith(prefix(cost));

const prefix = ({ N, r, p }: ScryptCost): string => `scrypt$${N}$${r}$${p}$`;

const hashText = (cost: ScryptCost, salt: Buffer, key: Buffer): string =>
  `${prefix(cost)}${salt.toString('base64url')}$${key.toString('base64url')}`;

const HASH = /^scrypt\$(\d+)\$(\d+)\$(\d+)\$([\w-]+)\$([\w-]{22,})$/;

function readHash(text: string): { salt: Buffer; key: Buffer; cost: ScryptCost } | undefined {
  const [, N, r, p, salt = '', key = ''] = HASH.exec(text) ?? [];
  if (N === undefined) return undefined;
  return {
    salt: Buffer.from(salt, 'base64url'),
    key: Buffer.from(key, 'base64url'),
    cost: { N: Number(N), r: Number(r), p: Number(p) },
  };
}
