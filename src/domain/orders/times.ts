import { AppError } from '../../lib/errors.ts';

/** By when something is to have become of an order. */
export interface OrderTimes {
  expirationTime?: number | null | undefined;
  shipDeadlineTime?: number | null | undefined;
}

/**
 * Refuses a time that somebody of the store has typed and that is past; one that the order has already may be.
 *
 * @throws AppError invalid_request naming `expiration_time` or `ship_deadline_time`
 */
export function requireAhead(typed: OrderTimes, now: number, known: OrderTimes = {}): void {
  const isPast = (field: keyof OrderTimes) => {
    const time = typed[field] ?? undefined;
    return time !== undefined && time <= now && time !== known[field];
  };
  if (isPast('expirationTime')) throw new AppError('invalid_request', 'time_is_past', { path: 'expiration_time' });
  if (isPast('shipDeadlineTime')) throw new AppError('invalid_request', 'time_is_past', { path: 'ship_deadline_time' });
}
