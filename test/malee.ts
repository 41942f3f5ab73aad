import type { WriteTx } from '../src/db/write-tx.ts';
import { addAccount } from '../src/domain/accounts/change.ts';
import type { Id } from '../src/lib/ids.ts';

/** Makes an owner's account to act as. Nobody can sign in with it, so no password has to be hashed. */
export const addOwner = (tx: WriteTx, name: string, now: number): Id =>
  addAccount(tx, { name, role: 'owner', storeId: null, passwordHash: '', mustChangePassword: false }, now);

/** The same for `raan.db` as SQL: the account 7, `malee`. */
export const MALEE = `INSERT INTO accounts (id, name, password_hash, must_change_password, role, create_time)
  VALUES (7, 'malee', '', 0, 'owner', 0)`;
