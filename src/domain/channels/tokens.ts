import { hash } from 'node:crypto';
import type { Database } from '../../db/database.ts';
import type { Id } from '../../lib/ids.ts';
import { isSecret, newSecret, secretHash } from '../../lib/secrets.ts';
import { type Channel, channelById, isLive } from './channels.ts';

/** Specification, "Limits": seconds. */
export const TOKEN_LIFETIME = 14_400;

const NO_SECRET = secretHash(newSecret());

/** The live channel with these credentials; every failure looks the same and takes the same comparison. */
export function channelWithSecret(
  db: Database,
  clientId: string,
  clientSecret: string,
  now: number,
): Channel | undefined {
  const row = db.get<{ id: Id; hash: Buffer }>(
    'SELECT id, secret_hash AS hash FROM channels WHERE client_id = ?',
    clientId,
  );
  const matches = isSecret(clientSecret, row?.hash ?? NO_SECRET);
  if (!row || !matches) return undefined;
  const channel = channelById(db, row.id);
  return isLive(channel, now) ? channel : undefined;
}

/** A fresh token for the channel. Only its hash is kept. */
export function issueToken(db: Database, channelId: Id, now: number): string {
  const token = newSecret();
  db.run(
    'INSERT INTO tokens (hash, channel_id, expire_time) VALUES (?, ?, ?)',
    secretHash(token),
    channelId,
    now + TOKEN_LIFETIME * 1_000,
  );
  return token;
}

/** The live channel that holds this unexpired token. */
export function channelOfToken(db: Database, token: string, now: number): Channel | undefined {
  // Found by its hash, so the time a comparison takes tells nothing about any token.
  const key = hash('sha256', token, 'base64url');
  const bearer = db.cached('bearer', key, () => {
    const row = db.get<{ channelId: Id; expireTime: number }>(
      'SELECT channel_id AS channelId, expire_time AS expireTime FROM tokens WHERE hash = ?',
      Buffer.from(key, 'base64url'),
    );
    return row ? { channel: channelById(db, row.channelId), expireTime: row.expireTime } : null;
  });
  return bearer && now < bearer.expireTime && isLive(bearer.channel, now) ? bearer.channel : undefined;
}

/** Forgets tokens that have expired; how many. */
export const dropExpiredTokens = (db: Database, now: number): number =>
  db.run('DELETE FROM tokens WHERE expire_time <= ?', now);
