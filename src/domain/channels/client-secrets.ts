import type { Reader } from '../../db/reader.ts';
import { command, query } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import type { Id } from '../../lib/ids.ts';
import type { SecretUse } from '../../lib/secret-use.ts';
import { isSecret, newSecret, secretHash, secretVersion } from '../../lib/secrets.ts';
import { auditChannel } from './channel-audit.ts';
import { limitTokens, revokeTokens, revokeTokensOf } from './tokens.ts';

// The only writer of client_secrets (docs/decisions.md#secret-rotation).

interface SecretRow {
  id: Id;
  hash: Buffer;
  /** Null: the current secret. */
  endTime: number | null;
  useTime: number | null;
}

const secretsOfChannel = query<SecretRow>(
  { reads: ['client_secrets'] },
  `SELECT id, hash, end_time AS endTime, use_time AS useTime FROM client_secrets WHERE channel_id = ?
   ORDER BY end_time IS NOT NULL`,
);

const insertSecret = command(
  { writes: ['client_secrets'] },
  'INSERT INTO client_secrets (channel_id, hash) VALUES (?, ?)',
);

/** Gives a channel its first secret. It is shown once; only its hash is stored. */
export function addClientSecret(tx: WriteTx, channelId: Id): string {
  const secret = newSecret();
  tx.run(insertSecret, channelId, secretHash(secret));
  return secret;
}

interface Reset {
  now: number;
  /** Milliseconds for which the old secret stays valid. */
  keepOldFor?: number | undefined;
}

const setEndTime = command({ writes: ['client_secrets'] }, 'UPDATE client_secrets SET end_time = ? WHERE id = ?');
const deleteSecret = command({ writes: ['client_secrets'] }, 'DELETE FROM client_secrets WHERE id = ?');

/** Replaces the secret. The old one and its tokens end now, or after `keepOldFor`. */
export function resetClientSecret(tx: WriteTx, channelId: Id, { now, keepOldFor = 0 }: Reset): string {
  deleteOldClientSecret(tx, channelId);
  for (const { id } of tx.all(secretsOfChannel, channelId))
    if (keepOldFor > 0) tx.run(setEndTime, now + keepOldFor, id);
    else tx.run(deleteSecret, id);
  if (keepOldFor > 0) limitTokens(tx, channelId, now + keepOldFor);
  else revokeTokens(tx, channelId);
  auditChannel(tx, 'client_secret_reset', channelId, { old_secret_valid_for: keepOldFor });
  return addClientSecret(tx, channelId);
}

/** Ends the old secret and its tokens before its time. */
export function endOldClientSecret(tx: WriteTx, channelId: Id): void {
  if (deleteOldClientSecret(tx, channelId)) auditChannel(tx, 'old_client_secret_ended', channelId);
}

/** False if there was none. */
function deleteOldClientSecret(tx: WriteTx, channelId: Id): boolean {
  const old = tx.all(secretsOfChannel, channelId).find(({ endTime }) => endTime !== null);
  if (!old) return false;
  tx.run(deleteSecret, old.id);
  revokeTokensOf(tx, channelId, old.id);
  return true;
}

/** A fingerprint of the current secret. */
export const clientSecretVersion = (db: Reader, channelId: Id): string =>
  secretVersion(db.all(secretsOfChannel, channelId).find(({ endTime }) => endTime === null)?.hash ?? '');

/** Whether no reset has replaced the secret. */
export const isCurrentClientSecret = (db: Reader, channelId: Id, secret: string): boolean =>
  secretVersion(secretHash(secret)) === clientSecretVersion(db, channelId);

/** Resets the secret unless it has changed since `version`, so that a form that is sent twice resets it once. */
export const replaceClientSecret = (
  tx: WriteTx,
  channelId: Id,
  { version, ...reset }: Reset & { version: string | undefined },
): string | undefined =>
  clientSecretVersion(tx, channelId) === version ? resetClientSecret(tx, channelId, reset) : undefined;

let dummy: SecretRow | undefined;

/** A dummy secret that equalizes timing. */
function dummySecret(): SecretRow {
  dummy ??= { id: 0 as Id, hash: secretHash(newSecret()), endTime: 0, useTime: null };
  return dummy;
}

/**
 * The valid secret of the channel that is equal to `secret`. It takes the same time for unknown channels, and whether or
 * not there is an old secret.
 */
export function matchingSecret(
  db: Reader,
  channelId: Id | undefined,
  { secret, now }: { secret: string; now: number },
): Pick<SecretRow, 'id' | 'endTime'> | undefined {
  const stored = channelId === undefined ? [] : db.all(secretsOfChannel, channelId);
  const compared = [stored[0] ?? dummySecret(), stored[1] ?? dummySecret()];
  const matching = compared.filter(({ hash }) => isSecret(secret, hash));
  return matching.find(({ endTime }) => endTime === null || now < endTime);
}

const updateUseTime = command(
  { writes: ['client_secrets'] },
  'UPDATE client_secrets SET use_time = @now WHERE id = @id AND coalesce(use_time, 0) <= @now - 60000',
);

/** Saves the time of a token request with the secret, at most once a minute. */
export const markSecretUsed = (tx: WriteTx, id: Id, now: number): number => tx.run(updateUseTime, { id, now });

export function clientSecretUse(db: Reader, channelId: Id, now: number): SecretUse {
  const secrets = db.all(secretsOfChannel, channelId);
  const old = secrets.flatMap(({ endTime, useTime }) =>
    endTime !== null && now < endTime ? { endTime, useTime } : [],
  );
  return { currentUseTime: secrets.find(({ endTime }) => endTime === null)?.useTime ?? null, old: old[0] };
}

const deleteEndedSecrets = command(
  { writes: ['client_secrets'] },
  'DELETE FROM client_secrets WHERE end_time IS NOT NULL AND end_time <= ?',
);

/** Tokens issued with these secrets have expired too. */
export const deleteEndedClientSecrets = (tx: WriteTx, now: number): number => tx.run(deleteEndedSecrets, now);
