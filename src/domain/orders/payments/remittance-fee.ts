import type { WriteTx } from '../../../db/write-tx.ts';
import { invalidRequest } from '../../../lib/errors.ts';
import type { Id } from '../../../lib/ids.ts';
import { type Money, moneyText } from '../../../lib/money.ts';
import { audit, changedFields } from '../../audit/audit-log.ts';
import { existingRemittance, markFee, type Remittance } from './remittance-rows.ts';

/** The fee or the net amount of a payout, from the bank statement or the courier; one of the two is enough. */
export interface TypedFee {
  /** What the courier kept. */
  fee?: Money | undefined;
  /** What arrived at the bank. */
  net?: Money | undefined;
}

/**
 * The fee of a payout with this COD total; undefined if nothing was typed.
 * @throws AppError invalid_request at `fee` or `net`
 */
export function typedFee({ fee, net }: TypedFee, total: Money): Money | undefined {
  if (fee !== undefined && fee > total) throw invalidRequest('fee_above_payout', { path: 'fee', total });
  if (net !== undefined && net > total) throw invalidRequest('net_above_payout', { path: 'net', total });
  if (fee !== undefined && net !== undefined && fee + net !== total)
    throw invalidRequest('fee_and_net_differ', { path: 'net', total, net: (total - fee) as Money });
  return fee ?? (net === undefined ? undefined : ((total - net) as Money));
}

/**
 * Corrects the fee of a payout. Without a fee and a net amount it is unknown.
 * @throws AppError not_found; invalid_request if the payout is undone, or at `fee` or `net`
 */
export function correctFee(tx: WriteTx, remittanceId: Id, typed: TypedFee): Remittance {
  const remittance = existingRemittance(tx, remittanceId);
  if (remittance.parcelCount === 0) throw invalidRequest('remittance_undone', { remittance: remittanceId });
  replaceFee(tx, remittance, typedFee(changed(typed, remittance), remittance.amount) ?? null);
  return existingRemittance(tx, remittanceId);
}

/** The form shows the stored fee: left as it is, it does not contradict a net amount that is typed. */
const changed = ({ fee, net }: TypedFee, { fee: stored }: Remittance): TypedFee =>
  net !== undefined && fee === stored ? { net } : { fee, net };

export function replaceFee(tx: WriteTx, { id, storeId, fee: before }: Remittance, fee: Money | null): void {
  if (fee === before) return;
  markFee(tx, id, fee);
  const detail = changedFields({ fee: text(before) }, { fee: text(fee) });
  audit(tx, 'cod_payout_changed', { storeId, subjectId: id, detail });
}

const text = (fee: Money | null): string | null => (fee === null ? null : moneyText(fee));
