import type { Reader } from '../../../../db/reader.ts';
import type { SealedValue } from '../../../../db/sealed-values.ts';
import { command, query } from '../../../../db/statement.ts';
import type { WriteTx } from '../../../../db/write-tx.ts';
import { invalidRequest } from '../../../../lib/errors.ts';
import type { Id } from '../../../../lib/ids.ts';
import type { Message } from '../../../../lib/messages/catalogue.ts';
import { below } from '../../../../lib/messages/message.ts';
import type { SealedColumn } from '../../../../lib/sealed.ts';
import { audit, auditChange } from '../../../audit/audit-log.ts';
import { storeById } from '../../../stores.ts';
import { deleteWaitingVerifications } from './verifications.ts';

// The only writer of slip_verifiers.

/** A store's service that confirms transfers (docs/slip-verification.md#setup). */
export interface SlipVerifier {
  id: Id;
  storeId: Id;
  url: string;
  /** Signs the requests. */
  secret: string;
  /** Requests contain the picture of the slip. */
  sendsPicture: boolean;
}

type Row = Omit<SlipVerifier, 'sendsPicture'> & { sendsPicture: 0 | 1 };

const SELECT = 'SELECT id, store_id AS storeId, url, secret, sends_picture AS sendsPicture FROM slip_verifiers';

const columnOf = (id: Id): SealedColumn => ({ table: 'slip_verifiers', column: 'secret', id });

const verifierOf = (db: Reader, { sendsPicture, secret, ...row }: Row): SlipVerifier => ({
  ...row,
  secret: db.keys.open(columnOf(row.id), secret),
  sendsPicture: sendsPicture === 1,
});

const OF_STORE = query<Row>({ reads: ['slip_verifiers'] }, `${SELECT} WHERE store_id = ?`);
const ALL = query<Row>({ reads: ['slip_verifiers'] }, `${SELECT} ORDER BY id`);

/** Undefined: the store verifies no slips. */
export function slipVerifier(db: Reader, storeId: Id): SlipVerifier | undefined {
  const row = db.get(OF_STORE, storeId);
  return row && verifierOf(db, row);
}

const SENDS_PICTURE = query<Pick<Row, 'sendsPicture'>>(
  { reads: ['slip_verifiers'] },
  'SELECT sends_picture AS sendsPicture FROM slip_verifiers WHERE store_id = ?',
);

/** Opens no secret, which some threads cannot. Undefined: the store verifies no slips. */
export function verifierSendsPicture(db: Reader, storeId: Id): boolean | undefined {
  const row = db.get(SENDS_PICTURE, storeId);
  return row && row.sendsPicture === 1;
}

/** The stores that have a verifier. */
export const storesWithVerifier = (db: Reader): Id[] => db.all(ALL).map(({ storeId }) => storeId);

export interface VerifierSettings {
  url: string;
  /** By default the one that is stored. */
  secret?: string | undefined;
  sendsPicture: boolean;
}

const MIN_SECRET = 16; // characters

const insertVerifier = command(
  { writes: ['slip_verifiers'] },
  `INSERT INTO slip_verifiers (store_id, url, secret, sends_picture) VALUES (?, '', '', 0)`,
);

const updateVerifier = command(
  { writes: ['slip_verifiers'] },
  'UPDATE slip_verifiers SET url = ?, secret = ?, sends_picture = ? WHERE id = ?',
);

/**
 * Sets up the store's verifier or changes it.
 * @param urlProblem why raan never connects to a URL @throws AppError invalid_request at `url` or `secret`, or in a sandbox
 */
export function setSlipVerifier(
  tx: WriteTx,
  storeId: Id,
  { url, secret, sendsPicture }: VerifierSettings,
  urlProblem: (url: string) => Message | undefined,
): void {
  const known = slipVerifier(tx, storeId);
  const used = secret ?? known?.secret;
  const problem = urlProblem(url);
  if (storeById(tx, storeId).sandboxOf !== null) throw invalidRequest('sandbox_verifies_no_slips');
  if (problem) throw invalidRequest(below('url', problem));
  if (used === undefined || used.length < MIN_SECRET)
    throw invalidRequest('secret_too_short', { path: 'secret', least: MIN_SECRET });
  if (known?.url === url && known.secret === used && known.sendsPicture === sendsPicture) return;
  const id = known?.id ?? tx.insert<Id>(insertVerifier, storeId);
  tx.run(updateVerifier, url, tx.keys.seal(columnOf(id), used), Number(sendsPicture), id);
  auditChange<VerifierSettings>(tx, 'slip_verifier_set', {
    storeId,
    before: known ?? { url: '', sendsPicture: false },
    after: { url, secret: used, sendsPicture },
    secret: ['secret'],
  });
}

const deleteVerifier = command({ writes: ['slip_verifiers'] }, 'DELETE FROM slip_verifiers WHERE store_id = ?');

/** Keeps verified slips and drops pending verifications. */
export function removeSlipVerifier(tx: WriteTx, storeId: Id): void {
  if (tx.run(deleteVerifier, storeId) === 0) return;
  deleteWaitingVerifications(tx, storeId);
  audit(tx, 'slip_verifier_removed', { storeId });
}

const updateSecret = command({ writes: ['slip_verifiers'] }, 'UPDATE slip_verifiers SET secret = ? WHERE id = ?');
const deleteById = command({ writes: ['slip_verifiers'] }, 'DELETE FROM slip_verifiers WHERE id = ?');

/** The secrets of all verifiers as they are stored. */
export const sealedVerifierSecrets = (db: Reader): SealedValue[] =>
  db.all(ALL).map(({ id, storeId, secret }) => ({
    column: columnOf(id),
    owner: 'slip verification',
    sealed: secret,
    replace: (tx, sealed) => {
      tx.run(updateSecret, sealed, id);
    },
    discard: (tx) => {
      tx.run(deleteById, id);
      deleteWaitingVerifications(tx, storeId);
    },
  }));
