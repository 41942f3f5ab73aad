import { truncate } from '../../../lib/text.ts';
import type { TrackedEvent, TrackedStatus } from './adapter.ts';
import { type Fields, listOf, textOf } from './shippop-responses.ts';

/** SHIPPOP's `order_status`. The others do not change the status: `wait`, `booking`, `invalid`, `package_detail`. */
const STATUS = new Map<string, TrackedStatus>([
  ['shipping', 'in_transit'],
  ['problem', 'delivery_failed'],
  ['complete', 'delivered'],
  ['return', 'returning'], // the store records the return itself
  ['cancel', 'canceled'],
  // COD money that SHIPPOP pays out: the parcel was delivered before
  ['pending_transfer', 'delivered'],
  ['transferred', 'delivered'],
]);

const HOUR = 3_600_000;

/**
 * The events of a parcel, oldest first, with the tracking number of the shipment. Codes in `states` differ by courier and
 * are not documented, so only `order_status` changes the status. It has no timestamp. The event gets the time of the
 * last state, or the start of the hour if there is none, so that the same response gives the same event.
 */
export function shippopEvents(body: Fields, trackingNumber: string, now: number): TrackedEvent[] {
  const code = textOf(body.order_status);
  const status = STATUS.get(code);
  const states = listOf(body.states ?? body.state).flatMap((state) => stateOf(state, trackingNumber));
  states.sort((a, b) => a.time - b.time);
  if (status === undefined) return states;
  if (status === 'in_transit' && states.length > 0) return states.map((event) => ({ ...event, status }));
  const time = states.at(-1)?.time ?? Math.floor(now / HOUR) * HOUR;
  return [...states, { trackingNumber, code, description: textOf(body.order_cancel_detail), time, status }];
}

function stateOf({ status, datetime, location, description }: Fields, trackingNumber: string): TrackedEvent[] {
  const time = bangkokTime(textOf(datetime));
  if (time === undefined) return [];
  const text = textOf(description);
  const code = textOf(status) || truncate(text, 50);
  return [
    { trackingNumber, code, description: text, location: textOf(location) || undefined, time, status: undefined },
  ];
}

const TIME_PATTERN = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2})$/;

/** Unix milliseconds of `2023-10-17 17:29:47`. SHIPPOP writes no time zone; its couriers are in Thailand. */
export function bangkokTime(text: string): number | undefined {
  const [, day, time] = TIME_PATTERN.exec(text) ?? [];
  const parsed = Date.parse(`${day}T${time}+07:00`);
  return Number.isNaN(parsed) ? undefined : parsed;
}
