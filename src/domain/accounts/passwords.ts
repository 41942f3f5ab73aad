import { randomInt } from 'node:crypto';
import { invalidRequest } from '../../lib/errors.ts';
import { hasCost, type ScryptCost, scryptHash, scryptMatches } from '../../lib/scrypt.ts';
import { codePoints, isSafeText } from '../../lib/text.ts';
import { isCommonPassword } from './common-passwords.ts';

export const MIN_PASSWORD = 10;
const MAX_PASSWORD = 200;

/** @throws AppError slow_down if too many are waiting */
export const hashPassword = (password: string, cost: ScryptCost): Promise<string> =>
  scryptHash(normalize(password), cost);

/** @throws AppError slow_down if too many are waiting */
export async function passwordMatches(password: string, hash: string): Promise<boolean> {
  if (codePoints(password) > MAX_PASSWORD) return false;
  return scryptMatches(normalize(password), hash);
}

/** Replaces a hash of another cost after its password was typed; undefined if the hash has this cost. */
export const renewedHash = async (password: string, hash: string, cost: ScryptCost): Promise<string | undefined> =>
  hasCost(hash, cost) ? undefined : hashPassword(password, cost);

/**
 * Requires that a chosen password is hard to guess: long enough, not one of the most common ones, and not the name of
 * its account.
 *
 * @throws AppError invalid_request
 */
export function requireStrongPassword(password: string, accountName: string): void {
  const length = codePoints(normalize(password));
  if (length < MIN_PASSWORD || length > MAX_PASSWORD || !isSafeText(password))
    throw invalidRequest('password_length', { path: 'password', least: MIN_PASSWORD, most: MAX_PASSWORD });
  if (isCommonPassword(password)) throw invalidRequest('password_common', { path: 'password' });
  if (isNameOnly(folded(password), folded(accountName)))
    throw invalidRequest('password_is_the_name', { path: 'password' });
}

/** Whether the password has no letters besides the name, forwards or backwards, once or repeated. */
function isNameOnly(password: string, name: string): boolean {
  const reversed = [...name].reverse().join('');
  const rest = password.replaceAll(name, '').replaceAll(reversed, '');
  return rest.length < password.length && !/[\p{L}\p{M}]/u.test(rest);
}

const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'; // without characters that look alike

/** A one-time password of about 79 bits that can be read out: four groups of four letters and digits. */
export const newPassword = (): string =>
  Array.from({ length: 4 }, () => Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join('')).join(
    '-',
  );

// Keyboards compose the same character in different ways.
const normalize = (password: string): string => password.normalize('NFC');

const folded = (text: string): string => normalize(text).trim().toLowerCase();
