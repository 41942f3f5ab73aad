import type { Reader } from '../../db/reader.ts';
import { type SealedValue, usedKeyIds } from '../../db/sealed-values.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import { OperatorError } from '../../lib/errors.ts';
import { newSealingKey, type SealingKey } from '../../lib/sealed.ts';
import { sealedAuthenticatorApps } from '../accounts/authenticator-app.ts';
import { sealedServiceSecrets } from '../alerts/services.ts';
import { audit } from '../audit/audit-log.ts';
import { sealedCourierSecrets } from '../couriers/couriers.ts';
import { sealedOldSecrets } from '../couriers/old-secrets.ts';
import { sealedBuyerLinks } from '../orders/buyer-links.ts';
import { sealedVerifierSecrets } from '../orders/payments/verification/slip-verifiers.ts';
import { sealedAppSecrets } from '../webhooks/app-secrets.ts';

/** Every sealed value in the database. Code that stores another kind adds it here and to `usedKeyIds`. */
const sealedValues = (db: Reader): SealedValue[] => [
  ...sealedAppSecrets(db),
  ...sealedCourierSecrets(db),
  ...sealedOldSecrets(db),
  ...sealedAuthenticatorApps(db),
  ...sealedServiceSecrets(db),
  ...sealedBuyerLinks(db),
  ...sealedVerifierSecrets(db),
];

/** The ids of keys that stored secrets need and that are not here. */
export const missingKeyIds = (db: Reader): string[] => usedKeyIds(db).filter((id) => !db.keys.has(id));

interface KeyState {
  id: string;
  /** Whether it seals. */
  current: boolean;
  /** Whether a stored secret needs it. */
  used: boolean;
  missing: boolean;
}

export function keyStates(db: Reader): KeyState[] {
  const here = db.keys.load().map(({ id }) => id);
  const used = usedKeyIds(db);
  return [...new Set([...here, ...used])].map((id) => ({
    id,
    current: id === here[0],
    used: used.includes(id),
    missing: !here.includes(id),
  }));
}

/** @throws OperatorError if a stored secret cannot be read without a key that is not here */
export function requireSealingKeys(db: Reader): void {
  const ids = missingKeyIds(db);
  if (ids.length > 0) throw new OperatorError('key_unknown', { ids, file: db.keys.name });
}

/**
 * Seals every secret with `key`. The key file has the new key before the commit and keeps the old ones, so a kill at any
 * point leaves every secret readable. The file is written in the transaction, because that excludes other processes.
 *
 * @param key made by the caller, because the step may run twice
 * @returns how many secrets were sealed again
 */
export function rotateKey(tx: WriteTx, key: SealingKey): number {
  const opened = sealedValues(tx).map((value) => ({ ...value, clear: tx.keys.open(value.column, value.sealed) }));
  tx.keys.add(key);
  for (const { column, clear, replace } of opened) replace(tx, tx.keys.seal(column, clear));
  audit(tx, 'key_rotated', { storeId: null, detail: { key: key.id, secrets: opened.length } });
  return opened.length;
}

/** Discards the secrets that cannot be read, after their key is lost for good. @returns what they belonged to */
export function discardUnreadable(tx: WriteTx, key: SealingKey = newSealingKey()): string[] {
  const lost = sealedValues(tx).filter((value) => !isReadable(tx, value));
  if (lost.length === 0) return [];
  if (tx.keys.load().length === 0) tx.keys.add(key);
  for (const { discard } of lost) discard(tx);
  const owners = [...new Set(lost.map(({ owner }) => owner))];
  audit(tx, 'secrets_discarded', { storeId: null, detail: { of: owners } });
  return owners;
}

function isReadable(db: Reader, { column, sealed }: SealedValue): boolean {
  try {
    db.keys.open(column, sealed);
    return true;
  } catch (error) {
    if (error instanceof OperatorError) return false;
    throw error;
  }
}
