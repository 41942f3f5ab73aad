import { invalidRequest } from '../../lib/errors.ts';
import { randomInt } from '../../lib/runtime.ts';
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

/** Words that only describe what the password is for (docs/security.md#passwords). */
const CONTEXT_WORDS = [
  'raan',
  'ร้าน',
  'password',
  'รหัสผ่าน',
  'admin',
  'owner',
  'manager',
  'packer',
  'bookkeeper',
  'warehouse',
  'staff',
];

/**
 * Requires that a chosen password is hard to guess: long enough, not one of the most common ones, and not composed only
 * of the account name, store names and context words.
 *
 * @throws AppError invalid_request
 */
export function requireStrongPassword(password: string, accountName: string, storeNames: readonly string[] = []): void {
  const length = codePoints(normalize(password));
  if (length < MIN_PASSWORD || length > MAX_PASSWORD || !isSafeText(password))
    throw invalidRequest('password_length', { path: 'password', least: MIN_PASSWORD, most: MAX_PASSWORD });
  if (isCommonPassword(password)) throw invalidRequest('password_common', { path: 'password' });
  const words = [accountName, ...storeNames, ...CONTEXT_WORDS].map(folded);
  if (isWordsOnly(folded(password), words)) throw invalidRequest('password_is_the_name', { path: 'password' });
}

/** Whether the password has no letters besides the words, forwards or backwards, in any number. */
function isWordsOnly(password: string, words: readonly string[]): boolean {
  const all = words.flatMap((word) => [word, [...word].reverse().join('')]).sort((a, b) => b.length - a.length);
  const rest = all.reduce((text, word) => (word === '' ? text : text.replaceAll(word, ' ')), password);
  return rest !== password && !/[\p{L}\p{M}]/u.test(rest);
}

const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'; // without characters that look alike

/** A one-time password of 138 random bits that can be read out: seven groups of four letters and digits. */
export const newPassword = (): string =>
  Array.from({ length: 7 }, () => Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join('')).join(
    '-',
  );

// Keyboards compose the same character in different ways.
const normalize = (password: string): string => password.normalize('NFC');

const folded = (text: string): string => normalize(text).trim().toLowerCase();
