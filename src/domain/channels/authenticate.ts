import type { Reader } from '../../db/reader.ts';
import { query } from '../../db/statement.ts';
import type { Id } from '../../lib/ids.ts';
import type { Message } from '../../lib/messages/catalogue.ts';
import { message } from '../../lib/messages/message.ts';
import { isSecret, newSecret, secretHash } from '../../lib/secrets.ts';
import { type Channel, channelById, inactiveReason, isLive } from './channels.ts';
import { findToken } from './tokens.ts';

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

/** The channel of a token. */
export interface Holder {
  channel: Channel;
  expireTime: number;
  isRevoked: boolean;
}

/** The token may be revoked or expired, and its channel disabled; see `isValid`. */
export function holderOfToken(db: Reader, key: string): Holder | undefined {
  const holder = db.cached('bearer', key, () => {
    const row = findToken(db, key);
    if (!row) return null;
    return { channel: channelById(db, row.channelId), expireTime: row.expireTime, isRevoked: row.revoked === 1 };
  });
  return holder ?? undefined;
}

export const isValid = ({ channel, expireTime, isRevoked }: Holder, now: number): boolean =>
  !isRevoked && now < expireTime && isLive(channel, now);

/** Why a known token is not valid, for the store's call log. */
export const invalidReason = ({ channel, isRevoked }: Holder, now: number): Message | undefined =>
  inactiveReason(channel, now) ?? (isRevoked ? message('token_revoked') : undefined);
