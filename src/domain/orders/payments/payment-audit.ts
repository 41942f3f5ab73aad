import type { WriteTx } from '../../../db/write-tx.ts';
import type { Id } from '../../../lib/ids.ts';
import { type Money, moneyText } from '../../../lib/money.ts';
import { audit } from '../../audit/audit-log.ts';
import type { MoneyEvent } from '../../audit/events.ts';
import type { Act, Actor } from '../history.ts';
import type { UndoReason } from './remittance-rows.ts';

export const isStoreActor = ({ kind }: Actor): boolean => kind === 'user' || kind === 'command';

interface Audited {
  storeId: Id;
  /** Id of the order or payout. */
  subjectId: Id;
  amount: Money;
  parcels?: number;
  reason?: UndoReason;
  payment?: Id;
  /** Refunds that were recorded together. */
  refunds?: readonly Id[];
  /** The other orders that the transfer pays: `#1`. */
  oneTransfer?: readonly string[] | undefined;
}

/**
 * Adds the money actions of staff to the audit log. Actions of partners, buyers and couriers are in the order's
 * history.
 */
export function auditMoney(
  tx: WriteTx,
  event: MoneyEvent,
  { amount, parcels, reason, payment, refunds, oneTransfer, ...subject }: Audited,
  { by }: Act,
): void {
  if (!isStoreActor(by)) return;
  const isJob = tx.auditStamp.actor.kind === 'system' && by.kind === 'user'; // a bulk action of that account
  const actor = isJob ? ({ kind: 'account', id: by.id, address: '' } as const) : tx.auditStamp.actor;
  const detail = { amount: moneyText(amount), parcels, reason, payment, refunds, one_transfer: oneTransfer };
  audit(tx, event, { ...subject, actor, detail });
}
