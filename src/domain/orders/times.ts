import { Refusal } from '../../lib/errors.ts';

/** By when something is to have become of an order. */
export interface OrderTimes {
  expirationTime?: number | null | undefined;
  shipDeadlineTime?: number | null | undefined;
}

/**
 * Refuses a time that somebody of the store has typed and that is past; one that the order has already may be.
 *
 * @throws Refusal invalid_request naming `expiration_time` or `ship_deadline_time`
 */
export function requireAhead(typed: OrderTimes, now: number, known: OrderTimes = {}): void {
  const isPast = (field: keyof OrderTimes) => {
    const time = typed[field] ?? undefined;
    return time !== undefined && time <= now && time !== known[field];
  };
  if (isPast('expirationTime')) throw new Refusal('invalid_request', 'expiration_time is past already');
  if (isPast('shipDeadlineTime')) throw new Refusal('invalid_request', 'ship_deadline_time is past already');
}
