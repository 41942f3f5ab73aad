import { hash, timingSafeEqual } from 'node:crypto';
import type { Session } from '../../domain/accounts/sessions.ts';
import { randomBytes } from '../../lib/runtime.ts';

// Every page has a differently masked token: pages are compressed, and a constant token could be guessed byte by byte from
// the size of the responses (BREACH).

const secretOf = (key: string): Buffer => hash('sha256', `csrf ${key}`, 'buffer');
const LENGTH = 32;

/** CSRF key of a session and its selected store: switching the store invalidates open forms. */
export const csrfKeyOf = ({ key, storeId }: Pick<Session, 'key' | 'storeId'>): string => `${key} ${storeId ?? ''}`;

const xor = (a: Buffer, b: Buffer): Buffer => Buffer.from(a.map((byte, i) => byte ^ (b[i] as number)));

export function csrfToken(key: string): string {
  const mask = randomBytes(LENGTH);
  return Buffer.concat([mask, xor(mask, secretOf(key))]).toString('base64url');
}

export function isCsrfToken(key: string, token: string): boolean {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== 2 * LENGTH) return false;
  return timingSafeEqual(xor(bytes.subarray(0, LENGTH), bytes.subarray(LENGTH)), secretOf(key));
}
