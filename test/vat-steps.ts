import { byCommand } from '../src/domain/orders/history.ts';
import { issueReceiptToPrint } from '../src/domain/orders/payments/receipts.ts';
import { monthStart } from '../src/lib/calendar.ts';
import type { Id } from '../src/lib/ids.ts';
import { runStep } from './stock-steps.ts';
import { stoppedClock } from './stopped-clock.ts';
import { cafe, openShop, type Shop } from './support.ts';

// A store that is registered for VAT, at the end of October.

export const HOUR = 3_600_000;
const LAST_OF_OCTOBER = Date.parse('2026-10-31T23:59:59.999+07:00');

const SELLER = {
  key: 'shop',
  is_primary: true,
  name: 'บริษัท บ้านกาแฟ จำกัด',
  legal_entity_id: '0105556000000',
  branch_type: 'h',
};

export async function openVatSeller(start = LAST_OF_OCTOBER) {
  const clock = stoppedClock(start);
  const settings = { vat_percent: 7, sell_below_zero: true };
  const shop = await openShop({
    stores: [cafe({ addresses: [SELLER], settings })],
    now: clock.now,
    steadyNow: stoppedClock(start).now, // tokens stay valid
  });
  return { shop, clock };
}

export const issue = (shop: Shop, { id }: { id: Id }) =>
  runStep(shop, (tx, now) => issueReceiptToPrint(tx, id, byCommand(now)));

export const OCTOBER = { from: monthStart('2026-10') as number, until: monthStart('2026-11') as number };
export const NOVEMBER = { from: monthStart('2026-11') as number, until: monthStart('2026-12') as number };
