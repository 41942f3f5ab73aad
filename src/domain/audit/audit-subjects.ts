import type { Reader } from '../../db/reader.ts';
import { query } from '../../db/statement.ts';
import type { Id } from '../../lib/ids.ts';
import type { AuditEvent } from './events.ts';

// Names of the subjects in the audit log.

/** The current names. A deleted subject has none. */
const NAMES = {
  account: query<{ name: string }>({ reads: ['accounts'] }, 'SELECT name FROM accounts WHERE id = ?'),
  role: query<{ name: string }>({ reads: ['roles'] }, 'SELECT name FROM roles WHERE id = ?'),
  channel: query<{ name: string }>({ reads: ['channels'] }, 'SELECT name FROM channels WHERE id = ?'),
  app: query<{ name: string }>({ reads: ['apps'] }, 'SELECT name FROM apps WHERE id = ?'),
  courier: query<{ name: string }>({ reads: ['couriers'] }, 'SELECT shipping_type AS name FROM couriers WHERE id = ?'),
  store: query<{ name: string }>({ reads: ['stores'] }, 'SELECT name FROM stores WHERE id = ?'),
  warehouse: query<{ name: string }>({ reads: ['warehouses'] }, 'SELECT name FROM warehouses WHERE id = ?'),
  tier: query<{ name: string }>({ reads: ['price_tiers'] }, 'SELECT name FROM price_tiers WHERE id = ?'),
  product: query<{ name: string }>({ reads: ['products'] }, 'SELECT name FROM products WHERE id = ?'),
  variant: query<{ name: string }>(
    { reads: ['products', 'variants'] },
    `SELECT p.name || ' · ' || v.name AS name FROM variants v JOIN products p ON p.id = v.product_id WHERE v.id = ?`,
  ),
  order: query<{ name: string }>({ reads: ['orders'] }, `SELECT '#' || order_number AS name FROM orders WHERE id = ?`),
};

type Kind = keyof typeof NAMES;

/** Events with another subject, such as an address of the store, are shown by its number. */
const KINDS: readonly (readonly [pattern: RegExp, kind: Kind])[] = [
  [/^(account|alert_recipient|authenticator|passkey|password|recovery|second_factor|sessions|sign)/, 'account'],
  [/^role_/, 'role'],
  [/^(channel_|client_secret|old_client_secret|token)/, 'channel'],
  [/^(app_|webhook_secret|old_webhook_secret)/, 'app'],
  [/^(courier_|old_courier_secret|number_range_)/, 'courier'],
  [/^store_(added|changed)$/, 'store'],
  [/^warehouse_/, 'warehouse'],
  [/^price_tier_/, 'tier'],
  [/^product_/, 'product'],
  [/^variant_/, 'variant'],
  [
    /^(payment_|short_settled|return_settled|receipt_replaced|handover_undone|order_deleted|customer_(erased|exported)$)/,
    'order',
  ],
];

export interface AuditSubject {
  kind: Kind;
  name: string;
}

/** The subject of an entry; undefined if it has none, or it is deleted. */
export function subjectOf(db: Reader, event: AuditEvent, id: Id | null): AuditSubject | undefined {
  const [, kind] = KINDS.find(([pattern]) => pattern.test(event)) ?? [];
  const found = kind && id !== null ? db.get(NAMES[kind], id) : undefined;
  return kind && found && { kind, name: found.name };
}
