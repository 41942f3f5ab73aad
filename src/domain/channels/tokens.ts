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
  'INSERT INTO tokens (hash, channel_id, expire_time, revoked) VALUES (?, ?, ?, 0)',
);

/** Only the hash of the token is stored. */
export function issueToken(tx: WriteTx, channelId: Id, now: number): string {
  const token = newSecret();
  tx.run(insertToken, secretHash(token), channelId, now + TOKEN_LIFETIME * 1_000);
  return token;
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

/** Ends all tokens of the channel for good. The rows stay until they expire, so that the call log can tell why a call failed. */
export function revokeTokens(tx: WriteTx, channelId: Id): void {
  tx.run(revokeTokensOfChannel, channelId);
  tx.invalidate('bearer');
}

const deleteExpiredTokens = command({ writes: ['tokens'] }, 'DELETE FROM tokens WHERE expire_time <= ?');

export const dropExpiredTokens = (tx: WriteTx, now: number): number => tx.run(deleteExpiredTokens, now);
