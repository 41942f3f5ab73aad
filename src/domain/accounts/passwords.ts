import { randomBytes, randomInt, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { concurrencyLimit } from '../../lib/concurrency-limit.ts';
import { invalidRequest } from '../../lib/errors.ts';
import { codePoints, isSafeText } from '../../lib/text.ts';

export const MIN_PASSWORD = 10;
const MAX_PASSWORD = 200;

const COST = { N: 2 ** 15, r: 8, p: 1 }; // 32 MiB and 0.1 s per hash
const MEMORY = 64 * 2 ** 20;
const HASH_BYTES = 32;

/** Limits the memory of scrypt: one hash at a time, a short queue. */
const limited = concurrencyLimit({ atOnce: 1, mostWaiting: 20, tooMany: 'too_many_sign_ins' });

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** The hash for unknown names, so that they take as long as known ones. */
export const NO_PASSWORD = hashText(randomBytes(16), randomBytes(HASH_BYTES));

/**
 * `scrypt$N$r$p$SALT$HASH`, so that its cost can be raised later.
 *
 * @throws AppError invalid_request if the password is too short or too long, slow_down
 */
export async function hashPassword(password: string): Promise<string> {
  requirePasswordLength(password);
  const salt = randomBytes(16);
  return hashText(
    salt,
    await limited(() => derive(normalize(password), salt, HASH_BYTES, { ...COST, maxmem: MEMORY })),
  );
}

/** @throws AppError slow_down if too many are waiting */
export async function passwordMatches(password: string, hash: string): Promise<boolean> {
  const stored = readHash(hash);
  if (!stored || codePoints(password) > MAX_PASSWORD) return false;
  const { salt, key, cost } = stored;
  const derived = await limited(() => derive(normalize(password), salt, key.length, { ...cost, maxmem: MEMORY }));
  return timingSafeEqual(derived, key);
}

/** @throws AppError invalid_request */
export function requirePasswordLength(password: string): void {
  const length = codePoints(normalize(password));
  if (length < MIN_PASSWORD || length > MAX_PASSWORD || !isSafeText(password))
    throw invalidRequest('password_length', { path: 'password', least: MIN_PASSWORD, most: MAX_PASSWORD });
}

const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'; // without characters that look alike

/** A one-time password of about 79 bits that can be read out: four groups of four letters and digits. */
export const newPassword = (): string =>
  Array.from({ length: 4 }, () => Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join('')).join(
    '-',
  );

// Keyboards compose the same character in different ways.
const normalize = (password: string): string => password.normalize('NFC');

function hashText(salt: Buffer, key: Buffer): string {
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

const HASH = /^scrypt\$(\d+)\$(\d+)\$(\d+)\$([\w-]+)\$([\w-]{22,})$/;

function readHash(text: string): { salt: Buffer; key: Buffer; cost: ScryptOptions } | undefined {
  const [, N, r, p, salt = '', key = ''] = HASH.exec(text) ?? [];
  if (N === undefined) return undefined;
  return {
    salt: Buffer.from(salt, 'base64url'),
    key: Buffer.from(key, 'base64url'),
    cost: { N: Number(N), r: Number(r), p: Number(p) },
  };
}
