import type { Reader } from '../../db/reader.ts';
import { query } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import type { Id } from '../../lib/ids.ts';
import type { Message } from '../../lib/messages/catalogue.ts';
import { message } from '../../lib/messages/message.ts';
import { type Channel, channelById, inactiveReason, isLive } from './channels.ts';
import { deleteEndedClientSecrets, markSecretUsed, matchingSecret } from './client-secrets.ts';
import { findToken, type Grant } from './tokens.ts';

const channelByClientId = query<{ id: Id }>({ reads: ['channels'] }, 'SELECT id FROM channels WHERE client_id = ?');

/** Also finds a disabled or expired channel. */
export const channelIdOfClient = (db: Reader, clientId: string): Id | undefined =>
  db.get(channelByClientId, clientId)?.id;

type Authenticated = { channel: Channel; grant: Grant };

/**
 * The live channel with these credentials, or the reason of the failure for the call log. Every failure looks the same
 * to the client and takes the same time.
 */
export function authenticateClient(
  tx: WriteTx,
  { clientId, clientSecret }: { clientId: string; clientSecret: string },
  now: number,
): Authenticated | { failureReason: Message } {
  deleteEndedClientSecrets(tx, now); // so that none is valid again if the clock steps back
  const channelId = channelIdOfClient(tx, clientId);
  const secret = matchingSecret(tx, channelId, { secret: clientSecret, now });
  if (channelId === undefined || !secret) return { failureReason: message('client_secret_wrong') };
  const channel = channelById(tx, channelId);
  const failureReason = inactiveReason(channel, now);
  if (failureReason !== undefined) return { failureReason };
  markSecretUsed(tx, secret.id, now);
  return { channel, grant: { channelId, secretId: secret.id, endTime: secret.endTime } };
}

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
