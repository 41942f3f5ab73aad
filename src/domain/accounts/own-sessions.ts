import type { Reader } from '../../db/reader.ts';
import { query } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import { notFound } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import { secretHash, secretVersion } from '../../lib/secrets.ts';
import { audit } from '../audit/audit-log.ts';
import type { Account } from './accounts.ts';
import { endSessionByHash, sessionStart } from './sessions.ts';

/** A signed-in browser of an account. */
export interface OwnSession {
  /** Identifies the session in a form without revealing its token or hash. */
  publicId: string;
  userAgent: string;
  address: string;
  useTime: number;
}

const sessionsOfAccount = query<{ hash: Buffer } & Omit<OwnSession, 'publicId'>>(
  { reads: ['sessions'] },
  `SELECT token_hash AS hash, user_agent AS userAgent, address, use_time AS useTime FROM sessions
   WHERE account_id = @accountId AND use_time > @idleSince AND create_time > @startedSince
   ORDER BY use_time DESC, token_hash`,
);

/** The sessions of the account that have not expired, the last used first. */
export const ownSessions = (db: Reader, accountId: Id, now: number): OwnSession[] =>
  db
    .all(sessionsOfAccount, { accountId, ...sessionStart(now) })
    .map(({ hash, ...session }) => ({ publicId: secretVersion(hash), ...session }));

/** The public id of the session with this token. */
export const publicSessionId = (token: string): string => secretVersion(secretHash(token));

const hashesOfAccount = query<{ hash: Buffer }>(
  { reads: ['sessions'] },
  'SELECT token_hash AS hash FROM sessions WHERE account_id = ?',
);

/** @throws AppError not_found if the account no longer has such a session */
export function endOwnSession(tx: WriteTx, { id, storeId }: Account, publicId: string): void {
  const session = tx.all(hashesOfAccount, id).find(({ hash }) => secretVersion(hash) === publicId);
  if (!session) throw notFound('session_not_found');
  endSessionByHash(tx, session.hash);
  audit(tx, 'signed_out', { storeId, subjectId: id });
}
