import { hash } from 'node:crypto';
import type { Reader } from '../../db/reader.ts';
import { command, query } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import type { Id } from '../../lib/ids.ts';
import type { Message } from '../../lib/messages/catalogue.ts';
import { message } from '../../lib/messages/message.ts';
import { isSecret, newSecret, secretHash } from '../../lib/secrets.ts';
import { type Channel, channelById, inactiveReason, isLive } from './channels.ts';

/** See docs/partner-api.md#limits: seconds. */
export const TOKEN_LIFETIME = 14_400;

const NO_SECRET = secretHash(newSecret());

const secretByClientId = query<{ id: Id; hash: Buffer }>(
  { reads: ['channels'] },
  'SELECT id, secret_hash AS hash FROM channels WHERE client_id = ?',
);

/**
 * The live channel with these credentials, or the reason of the failure for the call log. Every failure looks the same to the
 * client and takes the same time.
 */
export function channelWithSecret(
  db: Reader,
  clientId: string,
  clientSecret: string,
  now: number,
): { channel: Channel } | { failureReason: Message } {
  const row = db.get(secretByClientId, clientId);
  const matches = isSecret(clientSecret, row?.hash ?? NO_SECRET);
  if (!row || !matches) return { failureReason: message('client_secret_wrong') };
  const channel = channelById(db, row.id);
  const failureReason = inactiveReason(channel, now);
  return failureReason === undefined ? { channel } : { failureReason };
}

const channelByClientId = query<{ id: Id }>({ reads: ['channels'] }, 'SELECT id FROM channels WHERE client_id = ?');

/** Also finds a disabled or expired channel. */
export const channelIdOfClient = (db: Reader, clientId: string): Id | undefined =>
  db.get(channelByClientId, clientId)?.id;

const insertToken = command(
  { writes: ['tokens'] },
  'INSERT INTO tokens (hash, channel_id, expire_time) VALUES (?, ?, ?)',
);

/** Only the hash of the token is stored. */
export function issueToken(tx: WriteTx, channelId: Id, now: number): string {
  const token = newSecret();
  tx.run(insertToken, secretHash(token), channelId, now + TOKEN_LIFETIME * 1_000);
  return token;
}

export interface Holder {
  channel: Channel;
  expireTime: number;
}

/** Tokens are looked up by hash, so that timing reveals nothing about them. */
export const tokenHash = (token: string): string => hash('sha256', token, 'base64url');

const holderByHash = query<{ channelId: Id; expireTime: number }>(
  { reads: ['tokens'] },
  'SELECT channel_id AS channelId, expire_time AS expireTime FROM tokens WHERE hash = ?',
);

/** The token may have expired and its channel may be disabled; see `isValid`. */
export function holderOfToken(db: Reader, key: string): Holder | undefined {
  const holder = db.cached('bearer', key, () => {
    const row = db.get(holderByHash, Buffer.from(key, 'base64url'));
    return row ? { channel: channelById(db, row.channelId), expireTime: row.expireTime } : null;
  });
  return holder ?? undefined;
}

export const isValid = ({ channel, expireTime }: Holder, now: number): boolean =>
  now < expireTime && isLive(channel, now);

const deleteExpiredTokens = command({ writes: ['tokens'] }, 'DELETE FROM tokens WHERE expire_time <= ?');

export const dropExpiredTokens = (tx: WriteTx, now: number): number => tx.run(deleteExpiredTokens, now);
