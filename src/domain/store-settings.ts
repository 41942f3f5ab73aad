import type { WriteTx } from '../db/write-tx.ts';
import { invalidRequest } from '../lib/errors.ts';
import type { Id } from '../lib/ids.ts';
import { below } from '../lib/messages/message.ts';
import { hasVisibleCharacter } from '../lib/text.ts';
import { advanceCod } from './orders/advance.ts';
import type { Act } from './orders/history.ts';
import { promptpayIdProblem, readPromptpayId } from './orders/payments/promptpay.ts';
import { changeStore, type Settings, storeById } from './stores.ts';

type StoreChange = Partial<Settings & { name: string; suspended: boolean }>;

const MAX_ORDERS = 1_000_000_000;

/** Changes settings; COD orders may become ready to ship. @throws AppError invalid_request at the setting */
export function changeSettings(tx: WriteTx, storeId: Id, change: StoreChange, act: Act): void {
  if (change.name !== undefined && !hasVisibleCharacter(change.name))
    throw invalidRequest('no_visible_character', { path: 'name' });
  requireInteger('order_quota', change.orderQuota, MAX_ORDERS);
  requireInteger('vat_percent', change.vatPercent, 100);
  const { promptpayId, promptpayName } = change;
  if (promptpayName && !promptpayId && storeById(tx, storeId).promptpayId === null)
    throw invalidRequest('input_empty', { path: 'promptpay_id' });
  changeStore(tx, storeId, promptpayId ? { ...change, promptpayId: requirePromptpayId(promptpayId) } : change);
  if (change.codCountsAsReady) advanceCod(tx, storeId, act);
}

function requirePromptpayId(typed: string): string {
  const id = readPromptpayId(typed);
  if (id === undefined) throw invalidRequest(below('promptpay_id', promptpayIdProblem(typed)));
  return id;
}

function requireInteger(path: string, value: number | undefined, max: number): void {
  if (value === undefined || (Number.isInteger(value) && value >= 0 && value <= max)) return;
  throw invalidRequest('not_a_whole_number_between', { path, least: 0, most: max });
}
