import type { Reader } from '../../db/reader.ts';
import { command, query } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import { derivedKey, keyIdOf, type SealedColumn, seal, unseal } from '../../lib/sealed.ts';
import { secretHash } from '../../lib/secrets.ts';

// The only reader and writer of uncopied_secrets: secrets that the office shows until their session confirms that they
// are copied (docs/decisions.md#secrets-that-are-shown-once).

const SHOWN_TIME = 30 * 60_000;
/** Per session. */
const MAX_SECRETS = 50;

/** Texts by name, such as `client_secret`. */
export type SecretValues = Readonly<Record<string, string>>;

/** Names a secret of a session. */
export interface UncopiedSecret {
  /** Token of the session that created the secret. */
  token: string;
  /** Owner of the secret, e.g. `channel 7`. A newer secret of the subject replaces it. */
  subject: string;
}

/** The key of a value depends on its row, so the column does not need to. */
const COLUMN: SealedColumn = { table: 'uncopied_secrets', column: 'sealed', id: 0 };

/** Neither the database nor raan.key reveals it: only the browser of the session has the token. */
const keyOf = ({ token, subject }: UncopiedSecret) => derivedKey(token, `uncopied secret of ${subject}`);

const insertSecret = command(
  { writes: ['uncopied_secrets'] },
  'INSERT OR REPLACE INTO uncopied_secrets (session_hash, subject, sealed, create_time) VALUES (?, ?, ?, ?)',
);

const deleteOldest = command(
  { writes: ['uncopied_secrets'] },
  `DELETE FROM uncopied_secrets WHERE session_hash = @hash AND subject NOT IN
   (SELECT subject FROM uncopied_secrets WHERE session_hash = @hash ORDER BY create_time DESC, subject LIMIT ${MAX_SECRETS})`,
);

/** Stores the values for half an hour, or until the session confirms that they are copied. */
export function keepUntilCopied(tx: WriteTx, secret: UncopiedSecret, values: SecretValues, now: number): void {
  const hash = secretHash(secret.token);
  tx.run(insertSecret, hash, secret.subject, seal(keyOf(secret), COLUMN, JSON.stringify(values)), now);
  tx.run(deleteOldest, { hash });
}

const secretOfSession = query<{ sealed: string }>(
  { reads: ['uncopied_secrets'] },
  'SELECT sealed FROM uncopied_secrets WHERE session_hash = ? AND subject = ? AND create_time > ?',
);

export function uncopiedSecret(db: Reader, secret: UncopiedSecret, now: number): SecretValues | undefined {
  const row = db.get(secretOfSession, secretHash(secret.token), secret.subject, now - SHOWN_TIME);
  return row && open(secret, row.sealed);
}

/** Undefined if the value was moved here from another row. */
function open(secret: UncopiedSecret, sealed: string): SecretValues | undefined {
  const key = keyOf(secret);
  return keyIdOf(sealed) === key.id ? JSON.parse(unseal(key, COLUMN, sealed)) : undefined;
}

const deleteSecret = command(
  { writes: ['uncopied_secrets'] },
  'DELETE FROM uncopied_secrets WHERE session_hash = ? AND subject = ?',
);

export const confirmCopied = (tx: WriteTx, { token, subject }: UncopiedSecret): number =>
  tx.run(deleteSecret, secretHash(token), subject);

const secretsOfSession = query<{ subject: string; sealed: string; createTime: number }>(
  { reads: ['uncopied_secrets'] },
  'SELECT subject, sealed, create_time AS createTime FROM uncopied_secrets WHERE session_hash = ?',
);

/** After the session got a new token: re-encrypts its secrets with the key of the new one. */
export function moveUncopiedSecrets(tx: WriteTx, token: string, renewed: string): void {
  for (const { subject, sealed, createTime } of tx.all(secretsOfSession, secretHash(token))) {
    const values = open({ token, subject }, sealed);
    confirmCopied(tx, { token, subject });
    if (values) keepUntilCopied(tx, { token: renewed, subject }, values, createTime);
  }
}

const deleteOld = command({ writes: ['uncopied_secrets'] }, 'DELETE FROM uncopied_secrets WHERE create_time <= ?');

export const deleteOldUncopiedSecrets = (tx: WriteTx, now: number): number => tx.run(deleteOld, now - SHOWN_TIME);
