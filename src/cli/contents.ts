import type { Contents } from '../domain/backups/contents.ts';
import { bangkokMinute } from '../lib/calendar.ts';

// What a backup holds, as commands tell it.

export const contentsDocument = ({ schemaVersion, upgradesTo, stores, orders, newestOrderTime }: Contents) => ({
  schema_version: schemaVersion,
  upgrades_to: upgradesTo,
  stores,
  orders,
  newest_order_time: newestOrderTime,
});

export const contentsLines = ({ schemaVersion, upgradesTo, stores, orders, newestOrderTime }: Contents): string[] => [
  `schema version   ${schemaVersion}${upgradesTo === null ? '' : `, an older raan’s; the next "raan serve" on it keeps a copy and brings it to ${upgradesTo}`}`,
  `stores           ${stores.join(', ') || 'none'}`,
  `orders           ${orders}${newestOrderTime === null ? '' : `, the newest of ${bangkokMinute(newestOrderTime)}`}`,
];
