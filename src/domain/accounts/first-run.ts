import type { Database } from '../../db/database.ts';
import { isSecret, newSecret, secretHash } from '../../lib/secrets.ts';

/** Nobody can sign in yet: there is no account at all. */
export const needsFirstRun = (db: Database): boolean => db.get('SELECT 1 FROM accounts LIMIT 1') === undefined;

/** A new key for the link that makes the first account; the one before it is void. Only its hash is kept. */
export function firstRunLink(db: Database, now: number): string {
  const key = newSecret();
  db.run('INSERT OR REPLACE INTO first_run (id, key_hash, create_time) VALUES (1, ?, ?)', secretHash(key), now);
  return key;
}

/** Whether the key is the link's; none is once there is an account. */
export function firstRunMatches(db: Database, key: string): boolean {
  const kept = db.get<{ hash: Buffer }>('SELECT key_hash AS hash FROM first_run');
  return kept !== undefined && isSecret(key, kept.hash) && needsFirstRun(db);
}

export const endFirstRun = (db: Database): number => db.run('DELETE FROM first_run');
