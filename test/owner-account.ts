import type { WriteTx } from '../src/db/write-tx.ts';
import { addAccount } from '../src/domain/accounts/account-changes.ts';
import type { Id } from '../src/lib/ids.ts';

/** Adds an owner account. It cannot sign in, so no password is hashed. */
export const addOwner = (tx: WriteTx, name: string, now: number): Id =>
  addAccount(tx, { name, role: 'owner', storeId: null, passwordHash: '', mustChangePassword: false }, now);

/** SQL that adds account 7, `malee`, to `raan.db`. */
export const MALEE = `INSERT INTO accounts (id, name, password_hash, must_change_password, role, create_time)
  VALUES (7, 'malee', '', 0, 'owner', 0)`;
