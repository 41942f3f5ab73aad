import type { Reader } from '../../db/reader.ts';
import type { SealedValue } from '../../db/sealed-values.ts';
import { command, query } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import { invalidRequest } from '../../lib/errors.ts';
import { type Id, idText } from '../../lib/ids.ts';
import type { SealedColumn } from '../../lib/sealed.ts';
import { audit } from '../audit/audit-log.ts';
import type { Account } from './accounts.ts';
import { newTotpSecret, totpAddress, totpStep } from './totp.ts';

// The only writer of authenticator_apps.

interface App {
  /** Sealed; null: lost with its key. */
  secret: string | null;
  lastStep: number;
  confirmTime: number | null;
}

const appRow = query<App>(
  { reads: ['authenticator_apps'] },
  'SELECT secret, last_step AS lastStep, confirm_time AS confirmTime FROM authenticator_apps WHERE account_id = ?',
);

const columnOf = (id: Id): SealedColumn => ({ table: 'authenticator_apps', column: 'secret', id });

const isOn = (app: App | undefined): boolean => app !== undefined && app.confirmTime !== null;

export const hasAuthenticatorApp = (db: Reader, accountId: Id): boolean => isOn(db.get(appRow, accountId));

/** A secret that no code has confirmed yet. */
export interface AppSetup {
  /** In base32. */
  secret: string;
  /** For the QR code. */
  address: string;
}

export function appSetup(db: Reader, { id, name }: Account): AppSetup | undefined {
  const app = db.get(appRow, id);
  if (!app || isOn(app) || app.secret === null) return undefined;
  const secret = db.keys.open(columnOf(id), app.secret);
  return { secret, address: totpAddress(secret, name) };
}

const insertSecret = command(
  { writes: ['authenticator_apps'] },
  'INSERT OR REPLACE INTO authenticator_apps (account_id, secret) VALUES (?, ?)',
);

/** Starts the setup, with a new secret. @throws AppError invalid_request if the account has an app */
export function startAppSetup(tx: WriteTx, { id }: Account): void {
  if (hasAuthenticatorApp(tx, id)) throw invalidRequest('authenticator_app_is_on');
  tx.run(insertSecret, id, tx.keys.seal(columnOf(id), newTotpSecret()));
}

const confirmApp = command(
  { writes: ['authenticator_apps'] },
  'UPDATE authenticator_apps SET confirm_time = ? WHERE account_id = ?',
);

/** Turns the app on with a first code. @throws AppError invalid_request if the code is wrong, or no setup was started */
export function confirmAppSetup(tx: WriteTx, account: Account, code: string, now: number): void {
  if (!appSetup(tx, account)) throw invalidRequest('authenticator_app_not_started');
  if (!takeTotpCode(tx, account.id, code, now)) throw invalidRequest('code_wrong', { path: 'code' });
  tx.run(confirmApp, now, account.id);
  audit(tx, 'authenticator_app_added', { storeId: account.storeId, subjectId: account.id });
}

const deleteApp = command({ writes: ['authenticator_apps'] }, 'DELETE FROM authenticator_apps WHERE account_id = ?');

const deleteSetup = command(
  { writes: ['authenticator_apps'] },
  'DELETE FROM authenticator_apps WHERE account_id = ? AND confirm_time IS NULL',
);

/** Also ends an unfinished setup. */
export function deleteAuthenticatorApp(tx: WriteTx, account: Account): void {
  if (hasAuthenticatorApp(tx, account.id)) {
    tx.run(deleteApp, account.id);
    audit(tx, 'authenticator_app_removed', { storeId: account.storeId, subjectId: account.id });
  } else tx.run(deleteSetup, account.id);
}

const setLastStep = command(
  { writes: ['authenticator_apps'] },
  'UPDATE authenticator_apps SET last_step = ? WHERE account_id = ?',
);

/** Whether it is a code of the app that was not used yet. It is used up then. */
export function takeTotpCode(tx: WriteTx, accountId: Id, code: string, now: number): boolean {
  const app = tx.get(appRow, accountId);
  if (!app || app.secret === null) return false;
  const step = totpStep(tx.keys.open(columnOf(accountId), app.secret), code, now);
  if (step === undefined || step <= app.lastStep) return false;
  tx.run(setLastStep, step, accountId);
  return true;
}

const sealedSecrets = query<{ id: Id; sealed: string }>(
  { reads: ['authenticator_apps'] },
  'SELECT account_id AS id, secret AS sealed FROM authenticator_apps WHERE secret IS NOT NULL ORDER BY account_id',
);

const updateSecret = command(
  { writes: ['authenticator_apps'] },
  'UPDATE authenticator_apps SET secret = ? WHERE account_id = ?',
);

/**
 * The secrets of all apps as they are stored. A discarded secret leaves its app on: the account still needs a second
 * factor, but only a recovery code or a passkey works.
 */
export const sealedAuthenticatorApps = (db: Reader): SealedValue[] =>
  db
    .all(sealedSecrets)
    .map(({ id, sealed }) => ({
      column: columnOf(id),
      owner: `account ${idText(id)}`,
      sealed,
      replace: (tx, text) => tx.run(updateSecret, text, id),
      discard: (tx) => tx.run(updateSecret, null, id),
    }));
