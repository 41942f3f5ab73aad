import type { Reader } from '../../db/reader.ts';
import type { SealedValue } from '../../db/sealed-values.ts';
import { query } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import type { Id } from '../../lib/ids.ts';
import { secretVersion } from '../../lib/secrets.ts';
import { audit } from '../audit/audit-log.ts';
import { type App, appById, clearOldSecret, newSealedSecret, saveOldSecret, saveSecret, secretColumn } from './apps.ts';

// Resets and rotates the webhook secrets of apps (docs/partner-api.md#webhooks).

interface Reset {
  now: number;
  /** Milliseconds for which the old secret signs too. */
  keepOldFor?: number | undefined;
}

export function resetWebhookSecret(tx: WriteTx, id: Id, { now, keepOldFor = 0 }: Reset): App {
  const before = appById(tx, id);
  if (keepOldFor > 0) {
    const old = tx.keys.seal(secretColumn('old_webhook_secret', id), before.webhookSecret);
    saveOldSecret(tx, id, old, now + keepOldFor);
  } else clearOldSecret(tx, id);
  saveSecret(tx, id, newSealedSecret(tx, id));
  audit(tx, 'webhook_secret_reset', {
    storeId: before.storeId,
    subjectId: id,
    detail: { old_secret_valid_for: keepOldFor },
  });
  return appById(tx, id);
}

/** A fingerprint of the current secret. */
export const webhookSecretVersion = ({ webhookSecret }: App): string => secretVersion(webhookSecret);

/** Resets the secret unless it has changed since `version`, so that a form that is sent twice resets it once. */
export const replaceWebhookSecret = (
  tx: WriteTx,
  id: Id,
  { version, ...reset }: Reset & { version: string | undefined },
): App | undefined =>
  webhookSecretVersion(appById(tx, id)) === version ? resetWebhookSecret(tx, id, reset) : undefined;

/** Stops signing with the old secret. */
export function endOldWebhookSecret(tx: WriteTx, id: Id): App {
  const { storeId, oldSecret } = appById(tx, id);
  clearOldSecret(tx, id);
  if (oldSecret !== null) audit(tx, 'old_webhook_secret_ended', { storeId, subjectId: id });
  return appById(tx, id);
}

type Secrets = Pick<App, 'webhookSecret' | 'oldSecret' | 'oldSecretEndTime'>;

/** The secrets that sign a delivery, the current one first. */
export const signingSecrets = (app: Secrets, now: number): string[] =>
  app.oldSecret !== null && now < (app.oldSecretEndTime ?? 0)
    ? [app.webhookSecret, app.oldSecret]
    : [app.webhookSecret];

const sealedSecrets = query<{ id: Id; key: string; secret: string; old: string | null; oldEnd: number | null }>(
  { reads: ['apps'] },
  `SELECT id, key, webhook_secret AS secret, old_webhook_secret AS old, old_secret_end_time AS oldEnd FROM apps ORDER BY id`,
);

/** The secrets of all apps as they are stored. Discarding a current secret replaces it with a new one. */
export const sealedAppSecrets = (db: Reader): SealedValue[] =>
  db.all(sealedSecrets).flatMap(({ id, key, secret, old, oldEnd }) => {
    const owner = `app ${key}`;
    const current: SealedValue = {
      column: secretColumn('webhook_secret', id),
      owner,
      sealed: secret,
      replace: (tx, sealed) => saveSecret(tx, id, sealed),
      discard: (tx) => saveSecret(tx, id, newSealedSecret(tx, id)),
    };
    if (old === null) return [current];
    const previous: SealedValue = {
      column: secretColumn('old_webhook_secret', id),
      owner,
      sealed: old,
      replace: (tx, sealed) => saveOldSecret(tx, id, sealed, oldEnd),
      discard: (tx) => clearOldSecret(tx, id),
    };
    return [current, previous];
  });
