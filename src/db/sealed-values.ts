import { keyIdOf, type SealedColumn } from '../lib/sealed.ts';
import type { Reader } from './reader.ts';
import { query } from './statement.ts';
import type { WriteTx } from './write-tx.ts';

/** A sealed value that is stored. */
export interface SealedValue {
  column: SealedColumn;
  /** Owner of the value, such as `app bot`. */
  owner: string;
  sealed: string;
  /** Replaces it with the same value, sealed again. */
  replace: (tx: WriteTx, sealed: string) => void;
  /** Removes it, because it can no longer be decrypted. */
  discard: (tx: WriteTx) => void;
}

const texts = query<{ text: string }>(
  {
    reads: [
      'alert_services',
      'apps',
      'authenticator_apps',
      'buyer_links',
      'couriers',
      'old_courier_secrets',
      'slip_verifiers',
    ],
  },
  `SELECT webhook_secret AS text FROM apps
   UNION ALL SELECT old_webhook_secret FROM apps WHERE old_webhook_secret IS NOT NULL
   UNION ALL SELECT value FROM couriers, json_each(settings) WHERE key IN ('secret', 'token')
   UNION ALL SELECT secret FROM old_courier_secrets
   UNION ALL SELECT secret FROM slip_verifiers
   UNION ALL SELECT value FROM alert_services, json_each(settings)
     WHERE key IN ('password', 'token', 'secret', 'private_key')
   UNION ALL SELECT secret FROM authenticator_apps WHERE secret IS NOT NULL
   UNION ALL SELECT token FROM buyer_links`,
);

/** The ids of the keys that the stored secrets are sealed with. */
export const usedKeyIds = (db: Reader): string[] => [
  ...new Set(db.all(texts).flatMap(({ text }) => keyIdOf(text) ?? [])),
];
