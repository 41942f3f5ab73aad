import { invalidRequest } from './errors.ts';

/** A position in a feed. Clients get it as opaque text. */
export interface Cursor {
  /** The number of the last change that the client has. */
  number: number;
  /** Changes when the numbers no longer continue those of the client. */
  epoch: number;
}

/** The feed of a cursor, so that no other feed accepts it. */
type Feed = 'stock' | 'orders';

const INITIAL: Record<Feed, string> = { stock: 's', orders: 'o' };
const EXPIRED = { stock: 'stock_cursor_expired', orders: 'order_cursor_expired' } as const;
const FORM = /^([so])([0-9a-z]{1,11})-([0-9a-z]{1,9})$/;

export const cursorText = (feed: Feed, { number, epoch }: Cursor): string =>
  `${INITIAL[feed]}${number.toString(36)}-${epoch.toString(36)}`;

/** The cursors that a feed accepts. */
interface Valid {
  epoch: number;
  /** The lowest number: what comes before it may be deleted. */
  from: number;
  /** The number of the newest change. */
  to: number;
}

/** The number in a cursor. @throws AppError invalid_request at `cursor` */
export function parseCursor(feed: Feed, text: string, { epoch, from, to }: Valid): number {
  const [, initial, number = '', epochText = ''] = FORM.exec(text) ?? [];
  if (initial !== INITIAL[feed]) throw invalidRequest('not_a_cursor', { path: 'cursor' });
  const position = Number.parseInt(number, 36);
  if (Number.parseInt(epochText, 36) !== epoch || position < from || position > to)
    throw invalidRequest(EXPIRED[feed], { path: 'cursor' });
  return position;
}
