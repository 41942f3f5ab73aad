import type { Context } from '../../context.ts';
import { dayStart } from '../../lib/calendar.ts';
import type { Id } from '../../lib/ids.ts';
import { money } from '../../lib/number-format.ts';
import type { Account } from '../accounts/accounts.ts';
import { areBackupsBehind } from '../backups/schedule.ts';
import { salesByDay } from '../figures/sales.ts';
import { failingApps } from '../figures/shortages-and-failures.ts';
import { countTabs } from '../orders/list/order-page.ts';
import { lowStock } from '../stock/stock-list.ts';
import { orderDataOf } from './alert-contents.ts';
import type { AlertTexts } from './alert-texts.ts';
import { mayReceive } from './kinds.ts';

const MAX_COUNT = 1_000;
const DAY = 86_400_000;

interface Day {
  storeId: Id;
  /** As `bangkokDay`. */
  day: number;
}

/** Sales of the day and open work, limited to what the account may see. */
export function summaryLines(ctx: Context, account: Account, { storeId, day }: Day, texts: AlertTexts): string[] {
  const { db } = ctx;
  const hasAmount = account.permissions.has('money') && orderDataOf(db, storeId) !== 'none';
  const may = (permission: Parameters<Account['permissions']['has']>[0]) => account.permissions.has(permission);
  const [sales] = salesByDay(db, storeId, dayStart(day), 1);
  const tabs = countTabs(db, storeId, MAX_COUNT, ['to_pack', 'to_confirm', 'booking_failed']);
  const low = may('stock') ? lowStock(db, storeId).length : 0;
  const failing = may('partners') ? failingApps(db, storeId, ctx.now() - DAY) : [];
  const line = (isShown: boolean, text: string) => (isShown ? [text] : []);
  return [
    ...line(
      may('orders') || may('money'),
      texts.salesOfDay(sales?.orders ?? 0, hasAmount && sales ? money(sales.amount) : undefined),
    ),
    ...line(may('orders'), texts.toPack(tabs.to_pack)),
    ...line(may('money') && tabs.to_confirm > 0, texts.toReview(tabs.to_confirm)),
    ...line(may('orders') && tabs.booking_failed > 0, texts.failedBookings(tabs.booking_failed)),
    ...line(low > 0, texts.lowStock(low)),
    ...line(failing.length > 0, texts.failingWebhooks(failing.map(({ name }) => name).join(', '))),
    ...line(mayReceive(account, 'backup_failed') && areBackupsBehind(ctx), texts.backupsBehind),
  ];
}
