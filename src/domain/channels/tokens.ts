import { hash } from 'node:crypto';
import type { Reader } from '../../db/reader.ts';
import { command, query } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import type { Id } from '../../lib/ids.ts';
import { newSecret, secretHash } from '../../lib/secrets.ts';

// The only writer of tokens.

/** See docs/partner-api.md#limits: seconds. */
export const TOKEN_LIFETIME = 14_400;

const insertToken = command(
  { writes: ['tokens'] },
  'INSERT INTO tokens (hash, channel_id, secret_id, expire_time, revoked) VALUES (?, ?, ?, ?, 0)',
);

/** The access that a client secret grants. */
export interface Grant {
  channelId: Id;
  secretId: Id;
  /** When the secret ends, and with it the token; null if it does not. */
  endTime: number | null;
}

/** A new token and its lifetime in seconds. Only its hash is stored. */
export function issueToken(
  tx: WriteTx,
  { channelId, secretId, endTime }: Grant,
  now: number,
): { token: string; lifetime: number } {
  const token = newSecret();
  const lifetime = Math.min(TOKEN_LIFETIME * 1_000, (endTime ?? Number.POSITIVE_INFINITY) - now);
  tx.run(insertToken, secretHash(token), channelId, secretId, now + lifetime);
  return { token, lifetime: Math.floor(lifetime / 1_000) };
}

/** Tokens are looked up by hash, so that timing reveals nothing about them. */
export const tokenHash = (token: string): string => hash('sha256', token, 'base64url');

interface Token {
  channelId: Id;
  expireTime: number;
  revoked: 0 | 1;
}

const tokenRow = query<Token>(
  { reads: ['tokens'] },
  'SELECT channel_id AS channelId, expire_time AS expireTime, revoked FROM tokens WHERE hash = ?',
);

/** The token with this hash, also if it has expired or is revoked. */
export const findToken = (db: Reader, key: string): Token | undefined =>
  db.get(tokenRow, Buffer.from(key, 'base64url'));

const revokeTokensOfChannel = command(
  { writes: ['tokens'] },
  'UPDATE tokens SET revoked = 1 WHERE channel_id = ? AND revoked = 0',
);

/**
 * Revokes all tokens of the channel. The rows stay until they expire, so that the call log can show why a call failed.
 */
export function revokeTokens(tx: WriteTx, channelId: Id): void {
  tx.run(revokeTokensOfChannel, channelId);
  tx.invalidate('bearer');
}

const revokeTokensOfSecret = command(
  { writes: ['tokens'] },
  'UPDATE tokens SET revoked = 1 WHERE channel_id = ? AND secret_id = ? AND revoked = 0',
);

/** Ends the tokens that a secret of the channel got. */
export function revokeTokensOf(tx: WriteTx, channelId: Id, secretId: Id): void {
  tx.run(revokeTokensOfSecret, channelId, secretId);
  tx.invalidate('bearer');
}

const limitTokensOfChannel = command(
  { writes: ['tokens'] },
  'UPDATE tokens SET expire_time = ? WHERE channel_id = ? AND expire_time > ?',
);

/** Ends all tokens of the channel at `endTime` at the latest. */
export function limitTokens(tx: WriteTx, channelId: Id, endTime: number): void {
  tx.run(limitTokensOfChannel, endTime, channelId, endTime);
  tx.invalidate('bearer');
}

const deleteExpired = command({ writes: ['tokens'] }, 'DELETE FROM tokens WHERE expire_time <= ?');

export const deleteExpiredTokens = (tx: WriteTx, now: number): number => tx.run(deleteExpired, now);
