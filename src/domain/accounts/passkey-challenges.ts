import { createHmac, timingSafeEqual } from 'node:crypto';
import { command } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import { randomBytes } from '../../lib/runtime.ts';
import { secretHash } from '../../lib/secrets.ts';

// The only writer of used_passkey_challenges. A challenge carries its own time and a signature, so that asking for one
// writes nothing, because it needs no sign-in. Answers are recorded, because a challenge works once.

const VALID_TIME = 600_000;

/** The purpose of a challenge, and the only session, pending sign-in or browser that can answer it. */
export interface ChallengeUse {
  purpose: 'add' | 'sign_in' | 'second_step' | 'confirm';
  /** A secret of the session, pending sign-in or browser, without which the challenge is invalid. */
  boundTo: string;
}

let key: Buffer | undefined;

/** Challenges of another process are invalid, so that answers cannot be replayed after a restart. */
function processKey(): Buffer {
  key ??= randomBytes(32);
  return key;
}

const signatureOf = (start: string, { purpose, boundTo }: ChallengeUse): Buffer =>
  createHmac('sha256', processKey()).update(`${purpose} ${start} ${boundTo}`).digest();

/** Valid for ten minutes. In base64url. */
export function newChallenge(use: ChallengeUse, now: number): string {
  const start = `${now}.${randomBytes(16).toString('hex')}`;
  return Buffer.from(`${start}.${signatureOf(start, use).toString('hex')}`).toString('base64url');
}

/** Whether it is a challenge for this use that has not expired. */
export function isChallenge(challenge: string, use: ChallengeUse, now: number): boolean {
  const text = Buffer.from(challenge, 'base64url').toString();
  const [, start = '', time = '', signature = ''] = /^((\d{1,15})\.[0-9a-f]{32})\.([0-9a-f]{64})$/.exec(text) ?? [];
  if (start === '' || !timingSafeEqual(Buffer.from(signature, 'hex'), signatureOf(start, use))) return false;
  return Number(time) > now - VALID_TIME;
}

const insertUsed = command(
  { writes: ['used_passkey_challenges'] },
  'INSERT OR IGNORE INTO used_passkey_challenges (challenge_hash, expire_time) VALUES (?, ?)',
);

/** Uses a challenge up; false if it was used before. */
export const takeChallenge = (tx: WriteTx, challenge: string, now: number): boolean =>
  tx.run(insertUsed, secretHash(challenge), now + VALID_TIME) > 0;

const deleteOld = command(
  { writes: ['used_passkey_challenges'] },
  'DELETE FROM used_passkey_challenges WHERE expire_time <= ?',
);

export const deleteOldChallenges = (tx: WriteTx, now: number): number => tx.run(deleteOld, now);
