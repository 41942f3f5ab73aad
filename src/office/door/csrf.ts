import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Session } from '../../domain/accounts/sessions.ts';

// A form brings back a token that only its own page knows. It is masked anew each time, since a page is compressed and
// an attacker could otherwise guess it letter by letter from the page's size.

const secretOf = (key: string): Buffer => hash('sha256', `csrf ${key}`, 'buffer');
const LENGTH = 32;

/** What the tokens of a session's forms are made of: a form is of the store that was looked at. */
export const csrfKeyOf = ({ key, storeId }: Pick<Session, 'key' | 'storeId'>): string => `${key} ${storeId ?? ''}`;

const xor = (one: Buffer, other: Buffer): Buffer => Buffer.from(one.map((byte, i) => byte ^ (other[i] as number)));

/** A token of the session, or of whatever `key` stands for. */
export function csrfToken(key: string): string {
  const mask = randomBytes(LENGTH);
  return Buffer.concat([mask, xor(mask, secretOf(key))]).toString('base64url');
}

export function isCsrfToken(key: string, token: string): boolean {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== 2 * LENGTH) return false;
  return timingSafeEqual(xor(bytes.subarray(0, LENGTH), bytes.subarray(LENGTH)), secretOf(key));
}
