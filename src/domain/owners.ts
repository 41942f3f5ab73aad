import { randomBytes, scryptSync } from 'node:crypto';
import type { Database } from '../db/database.ts';
import { Refusal } from '../lib/errors.ts';
import type { Id } from '../lib/ids.ts';

const SCRYPT = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 2 ** 20 };

/** Makes an owner's account. The one-time password is in the answer only; it has to be changed at the first sign-in. */
export function addOwner(db: Database, name: string, now: number): { name: string; password: string } {
  const password = randomBytes(12).toString('base64url');
  db.run(
    'INSERT INTO owners (name, password_hash, must_change_password, create_time) VALUES (?, ?, 1, ?)',
    name,
    passwordHash(password),
    now,
  );
  return { name, password };
}

/** @throws Refusal not_found */
export function ownerByName(db: Database, name: string): { id: Id; name: string } {
  const owner = db.get<{ id: Id; name: string }>('SELECT id, name FROM owners WHERE name = ?', name);
  if (!owner) throw new Refusal('not_found', `there is no account ${name}`);
  return owner;
}

/** `scrypt$N$r$p$SALT$HASH`, so that its cost can be raised later. */
function passwordHash(password: string): string {
  const salt = randomBytes(16);
  const hash = scryptSync(password, salt, 32, SCRYPT);
  return ['scrypt', SCRYPT.N, SCRYPT.r, SCRYPT.p, salt.toString('base64url'), hash.toString('base64url')].join('$');
}
