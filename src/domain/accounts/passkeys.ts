import type { Reader } from '../../db/reader.ts';
import { command, query } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import { invalidRequest, notFound } from '../../lib/errors.ts';
import { type Id, idText } from '../../lib/ids.ts';
import { audit } from '../audit/audit-log.ts';
import type { Account } from './accounts.ts';

// The only writer of passkeys.

const MAX_PER_ACCOUNT = 20;

/** A credential that an authenticator created. */
export interface Credential {
  credentialId: Uint8Array;
  /** COSE. */
  publicKey: Uint8Array;
  /** 0: the authenticator does not count. */
  signCount: number;
  transports: readonly string[];
}

export interface Passkey extends Credential {
  id: Id;
  accountId: Id;
  /** The relying party id. */
  host: string;
  name: string;
  createTime: number;
  useTime: number | null;
}

type Row = Omit<Passkey, 'transports'> & { transports: string };

const passkeyOf = ({ transports, ...row }: Row): Passkey => ({
  ...row,
  transports: transports.split(' ').filter(Boolean),
});

const SELECT = `SELECT id, account_id AS accountId, host, credential_id AS credentialId, public_key AS publicKey,
  sign_count AS signCount, transports, name, create_time AS createTime, use_time AS useTime FROM passkeys`;

const passkeysOfAccount = query<Row>({ reads: ['passkeys'] }, `${SELECT} WHERE account_id = ? ORDER BY id`);

/** Oldest first. */
export const listPasskeys = (db: Reader, accountId: Id): Passkey[] =>
  db.all(passkeysOfAccount, accountId).map(passkeyOf);

/** The passkeys of the account that work on this host. */
export const passkeysAt = (db: Reader, accountId: Id, host: string | undefined): Passkey[] =>
  listPasskeys(db, accountId).filter((passkey) => passkey.host === host);

const countOfAccount = query<{ count: number }>(
  { reads: ['passkeys'] },
  'SELECT count(*) AS count FROM passkeys WHERE account_id = ?',
);

export const countPasskeys = (db: Reader, accountId: Id): number => db.get(countOfAccount, accountId)?.count ?? 0;

const passkeyRow = query<Row>({ reads: ['passkeys'] }, `${SELECT} WHERE credential_id = ?`);

export function findPasskey(db: Reader, credentialId: Uint8Array): Passkey | undefined {
  const row = db.get(passkeyRow, credentialId);
  return row && passkeyOf(row);
}

const insertPasskey = command(
  { writes: ['passkeys'] },
  `INSERT INTO passkeys (account_id, host, credential_id, public_key, sign_count, transports, name, create_time)
   VALUES (@accountId, @host, @credentialId, @publicKey, @signCount, @transports, @name, @now)`,
);

/** @throws AppError invalid_request if the passkey is known already, or the account has too many */
export function addPasskey(
  tx: WriteTx,
  account: Account,
  { transports, ...credential }: Credential & Pick<Passkey, 'host' | 'name'>,
  now: number,
): void {
  if (findPasskey(tx, credential.credentialId)) throw invalidRequest('passkey_known');
  if (countPasskeys(tx, account.id) >= MAX_PER_ACCOUNT)
    throw invalidRequest('passkeys_full', { most: MAX_PER_ACCOUNT });
  const id = tx.insert<Id>(insertPasskey, {
    ...credential,
    accountId: account.id,
    transports: transports.join(' '),
    now,
  });
  audit(tx, 'passkey_added', { storeId: account.storeId, subjectId: account.id, detail: { passkey: idText(id) } });
}

const setUse = command({ writes: ['passkeys'] }, 'UPDATE passkeys SET sign_count = ?, use_time = ? WHERE id = ?');

export const markPasskeyUsed = (tx: WriteTx, id: Id, { signCount, now }: { signCount: number; now: number }): number =>
  tx.run(setUse, signCount, now, id);

const deleteOne = command({ writes: ['passkeys'] }, 'DELETE FROM passkeys WHERE account_id = ? AND id = ?');

/** @throws AppError not_found if the account has no such passkey */
export function deletePasskey(tx: WriteTx, account: Account, id: Id): void {
  if (tx.run(deleteOne, account.id, id) === 0) throw notFound('passkey_not_found');
  audit(tx, 'passkey_removed', { storeId: account.storeId, subjectId: account.id, detail: { passkey: idText(id) } });
}
