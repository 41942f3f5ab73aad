import type { Database } from '../../db/database.ts';
import { Refusal } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import { hasVisibleCharacter } from '../../lib/text.ts';
import { changeStore, type Settings } from '../stores.ts';
import { advanceCod } from './advance.ts';
import type { Act } from './history.ts';
import { promptpayIdFault, readPromptpayId } from './payments/promptpay.ts';

export type StoreChange = Partial<Settings & { name: string; suspended: boolean }>;

const MOST_ORDERS = 1_000_000_000;

/**
 * Changes what is given of the store's settings. COD orders that are ready to ship by the new ones go on.
 *
 * @throws Refusal invalid_request naming the setting
 */
export function changeSettings(db: Database, storeId: Id, change: StoreChange, act: Act): void {
  if (change.name !== undefined && !hasVisibleCharacter(change.name)) refuse('name must have a visible character');
  requireWhole('order_quota', change.orderQuota, MOST_ORDERS);
  requireWhole('vat_percent', change.vatPercent, 100);
  const { promptpayId } = change;
  changeStore(db, storeId, promptpayId ? { ...change, promptpayId: promptpayIdOf(promptpayId) } : change);
  if (change.codCountsAsReady) advanceCod(db, storeId, act);
}

function promptpayIdOf(typed: string): string {
  return readPromptpayId(typed) ?? refuse(`promptpay_id ${promptpayIdFault(typed)}`);
}

function requireWhole(name: string, value: number | undefined, most: number): void {
  if (value === undefined || (Number.isInteger(value) && value >= 0 && value <= most)) return;
  refuse(`${name} must be a whole number from 0 to ${most}`);
}

function refuse(message: string): never {
  throw new Refusal('invalid_request', message);
}
