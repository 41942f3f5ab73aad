import type { Reader } from '../../db/reader.ts';
import type { SealedValue } from '../../db/sealed-values.ts';
import { command, query } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import { type Id, idText } from '../../lib/ids.ts';
import type { SealedColumn } from '../../lib/sealed.ts';
import { newSecret, secretHash } from '../../lib/secrets.ts';
import { type Act, recordEvent } from './history.ts';
import { existingOrder } from './order.ts';

// The only reader and writer of buyer_links (docs/decisions.md#customer-payment-links).

/** Days that a link stays valid after the last change of a closed order. */
export const LINK_DAYS = [7, 30, 90] as const;
export type LinkDays = (typeof LINK_DAYS)[number];

const DAY = 86_400_000;
/** Maximum lifetime of a link, also while its order is open. */
const MAX_DAYS = 365;

const columnOf = (id: Id): SealedColumn => ({ table: 'buyer_links', column: 'token', id });

const putLink = command(
  { writes: ['buyer_links'] },
  'INSERT OR REPLACE INTO buyer_links (order_id, token_hash, token, days, create_time) VALUES (?, ?, ?, ?, ?)',
);

/** Creates the link of the order and revokes an earlier one. @throws AppError not_found */
export function makeBuyerLink(tx: WriteTx, orderId: Id, days: LinkDays, act: Act): void {
  const { id } = existingOrder(tx, orderId, 0);
  const token = newSecret();
  tx.run(putLink, id, secretHash(token), tx.keys.seal(columnOf(id), token), days, act.now);
  recordEvent(tx, id, act, 'buyer_link_made');
}

const deleteLink = command({ writes: ['buyer_links'] }, 'DELETE FROM buyer_links WHERE order_id = ?');

/** Ends the link of the order, if there is one. */
export function revokeBuyerLink(tx: WriteTx, orderId: Id, act: Act): void {
  if (eraseBuyerLink(tx, orderId) > 0) recordEvent(tx, orderId, act, 'buyer_link_revoked');
}

/** For orders that are deleted or erased. */
export const eraseBuyerLink = (tx: WriteTx, orderId: Id): number => tx.run(deleteLink, orderId);

/** When a link ends; Infinity while its order is open. */
const END = `CASE WHEN o.status = 'open' THEN 9e18 ELSE o.update_time + l.days * ${DAY} END`;
const FROM = `SELECT l.order_id AS orderId, l.token, l.days, l.create_time AS createTime,
    min(l.create_time + ${MAX_DAYS * DAY}, ${END}) AS endTime
  FROM buyer_links l JOIN orders o ON o.id = l.order_id`;

export interface BuyerLink {
  orderId: Id;
  /** Sealed. */
  token: string;
  days: number;
  createTime: number;
  /** While the order is open, a year after the link was created. */
  endTime: number;
}

const linkOfOrder = query<BuyerLink>({ reads: ['buyer_links', 'orders'] }, `${FROM} WHERE l.order_id = ?`);
const linkOfToken = query<BuyerLink>(
  { reads: ['buyer_links', 'orders'] },
  `${FROM} WHERE l.token_hash = ? AND o.stage <> 'deleted'`,
);

/** The link of the order, unless it has ended. */
export function buyerLinkOf(db: Reader, orderId: Id, now: number): BuyerLink | undefined {
  const link = db.get(linkOfOrder, orderId);
  return link && link.endTime > now ? link : undefined;
}

/** The token of a link. @throws OperatorError if it cannot be read */
export const tokenOf = (db: Reader, { orderId, token }: BuyerLink): string => db.keys.open(columnOf(orderId), token);

/** The order of a token from a URL; undefined if the token is unknown or its link has ended. */
export function orderOfToken(db: Reader, token: string, now: number): Id | undefined {
  const link = db.get(linkOfToken, secretHash(token));
  return link && link.endTime > now ? link.orderId : undefined;
}

const sealedTokens = query<{ id: Id; sealed: string }>(
  { reads: ['buyer_links'] },
  'SELECT order_id AS id, token AS sealed FROM buyer_links ORDER BY order_id',
);

const updateToken = command({ writes: ['buyer_links'] }, 'UPDATE buyer_links SET token = ? WHERE order_id = ?');

/** The tokens of all links as they are stored. A link whose token is lost is deleted: it can be neither copied nor checked. */
export const sealedBuyerLinks = (db: Reader): SealedValue[] =>
  db
    .all(sealedTokens)
    .map(({ id, sealed }) => ({
      column: columnOf(id),
      owner: `order ${idText(id)}`,
      sealed,
      replace: (tx, text) => tx.run(updateToken, text, id),
      discard: (tx) => eraseBuyerLink(tx, id),
    }));
