import { invalidRequest } from './errors.ts';
import type { Id } from './ids.ts';

/** A position in a feed. Clients get it as opaque text. */
export interface Cursor {
  /** The number of the last change that the client has. */
  number: number;
  /** Changes when the numbers no longer continue those of the client. */
  epoch: number;
  /** For feeds that belong to one channel. */
  channelId?: Id | undefined;
}

/** The feed of a cursor, so that no other feed accepts it. */
type Feed = 'stock' | 'orders';

const INITIAL: Record<Feed, string> = { stock: 's', orders: 'o' };
const EXPIRED = { stock: 'stock_cursor_expired', orders: 'order_cursor_expired' } as const;
/** The number, the epoch and the channel. */
const FORMS: Record<Feed, RegExp> = {
  stock: /^s([0-9a-z]{1,11})-([0-9a-z]{1,10})$/,
  orders: /^o([0-9a-z]{1,11})-([0-9a-z]{1,10})-([0-9a-z]{1,11})$/,
};

export const cursorText = (feed: Feed, { number, epoch, channelId }: Cursor): string =>
  [INITIAL[feed] + number.toString(36), epoch.toString(36), channelId?.toString(36)]
    .filter((part) => part !== undefined)
    .join('-');

/** The cursors that a feed accepts. */
interface Valid extends Pick<Cursor, 'epoch' | 'channelId'> {
  /** The lowest number: what comes before it may be deleted. */
  from: number;
  /** The number of the newest change. */
  to: number;
}

/** The number in a cursor. @throws AppError invalid_request at `cursor` */
export function parseCursor(feed: Feed, text: string, { from, to, epoch, channelId }: Valid): number {
  const [, number, epochOfClient, channelOfClient] = FORMS[feed].exec(text) ?? [];
  if (number === undefined) throw invalidRequest('not_a_cursor', { path: 'cursor' });
  if (channelOfClient !== channelId?.toString(36))
    throw invalidRequest('cursor_of_another_channel', { path: 'cursor' });
  const position = Number.parseInt(number, 36);
  if (epochOfClient !== epoch.toString(36) || position < from || position > to)
    throw invalidRequest(EXPIRED[feed], { path: 'cursor' });
  return position;
}
