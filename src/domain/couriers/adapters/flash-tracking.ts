import * as v from 'valibot';
import { invalidRequest } from '../../../lib/errors.ts';
import { text } from '../../../lib/field-schemas.ts';
import { below } from '../../../lib/messages/message.ts';
import { problem } from '../../../lib/validation.ts';
import type { CallBack, TrackedEvent, TrackedStatus } from './adapter.ts';
import { numeric, trackingNumber } from './post.ts';

/** Flash's parcel states. 8 is an exceptional closure: the store decides. */
const STATUS: Record<number, TrackedStatus> = {
  1: 'picked_up',
  2: 'in_transit',
  3: 'out_for_delivery',
  4: 'delivery_failed', // detained at the branch
  5: 'delivered',
  6: 'delivery_failed', // a problem is being handled
  7: 'returned',
  9: 'canceled',
};

/** States of the return parcel, which has its own number. */
const RETURN_STATUS: Record<number, TrackedStatus> = {
  1: 'returning',
  2: 'returning',
  3: 'returning',
  4: 'returning',
  5: 'returned',
  6: 'returning',
};

const FIRST_MILLIS = 10 ** 11; // anything smaller is in seconds

/** Unix milliseconds of a time in seconds or milliseconds. */
const time = v.pipe(
  numeric,
  v.transform((value) => (value < FIRST_MILLIS ? value * 1_000 : value)),
  v.minValue(FIRST_MILLIS),
  v.maxValue(10 ** 14 - 1),
);

/** Drops a malformed field instead of the whole parcel. */
const lenient = <Schema extends v.GenericSchema>(schema: Schema) => v.optional(v.fallback(v.nullish(schema), null));

const routeFields = v.object({
  routedAt: lenient(time),
  routeAction: lenient(text),
  routedAction: lenient(text),
  message: lenient(text),
  state: lenient(numeric),
});

export const parcelFields = v.object({
  pno: trackingNumber,
  /** The first number of a relabeled parcel. */
  origPno: lenient(trackingNumber),
  /** The number of the return parcel. */
  returnedPno: lenient(trackingNumber),
  state: lenient(numeric),
  stateText: lenient(text),
  stateChangeAt: lenient(time),
  routes: lenient(v.array(routeFields)),
});

export type FlashParcel = v.InferOutput<typeof parcelFields>;

const outward = (state: number, returnedPno: string | null | undefined): TrackedStatus | undefined =>
  state === 7 && returnedPno ? 'returning' : STATUS[state];

/** The events of a parcel, or of its return parcel, oldest first, under the number of the shipment. */
export function parcelEvents(parcel: FlashParcel, shipmentNumber: string, isReturn = false): TrackedEvent[] {
  const statusOf = (state: number | null | undefined) =>
    state == null ? undefined : isReturn ? RETURN_STATUS[state] : outward(state, parcel.returnedPno);
  const events = (parcel.routes ?? []).flatMap(({ routedAt, routeAction, routedAction, message, state }) =>
    routedAt == null
      ? []
      : {
          trackingNumber: shipmentNumber,
          code: routeAction ?? routedAction ?? String(state ?? ''),
          description: message ?? '',
          time: routedAt,
          status: statusOf(state),
        },
  );
  events.reverse().sort((a, b) => a.time - b.time); // they come newest first
  const status = statusOf(parcel.state);
  const last = events.at(-1);
  const since = parcel.stateChangeAt ?? last?.time;
  if (status && since !== undefined && status !== last?.status)
    events.push({
      trackingNumber: shipmentNumber,
      code: String(parcel.state),
      description: parcel.stateText ?? '',
      time: Math.max(since, last?.time ?? 0),
      status,
    });
  return events;
}

const callBackFields = v.object({
  ...parcelFields.entries,
  ...routeFields.entries,
  pno: lenient(trackingNumber),
  outTradeNo: lenient(text),
  /** The parcel is the return parcel; `customaryPno` is the outward one. */
  returned: lenient(v.union([v.boolean(), v.picklist(['true', 'false'])])),
  customaryPno: lenient(trackingNumber),
  updateAt: lenient(time),
});

/** Reads the `data` of a callback; empty if it is about something else. @throws AppError invalid_request */
export function flashCallBacks(data: unknown): CallBack[] {
  const parsed = v.safeParse(callBackFields, data);
  if (!parsed.success) throw invalidRequest(below('data', problem(parsed.issues[0])));
  const parcel = parsed.output;
  const isReturn = String(parcel.returned) === 'true';
  const shipmentNumber = isReturn ? parcel.customaryPno : (parcel.origPno ?? parcel.pno);
  if (!shipmentNumber) return [];
  const event = callBackEvent(parcel, shipmentNumber, isReturn);
  const isBooking = parcel.outTradeNo && !isReturn && event?.status !== 'canceled';
  return [
    ...(isBooking ? [bookedCallBack(parcel.outTradeNo as string, shipmentNumber)] : []),
    ...(event ? [{ about: 'tracking' as const, events: [event] }] : []),
  ];
}

const bookedCallBack = (key: string, number: string): CallBack => ({
  about: 'booking',
  key,
  result: { is: 'booked', trackingNumber: number },
});

function callBackEvent(
  parcel: v.InferOutput<typeof callBackFields>,
  shipmentNumber: string,
  isReturn: boolean,
): TrackedEvent | undefined {
  const since = parcel.routedAt ?? parcel.stateChangeAt ?? parcel.updateAt;
  if (parcel.state == null || since == null) return undefined;
  return {
    trackingNumber: shipmentNumber,
    code: parcel.routedAction ?? parcel.routeAction ?? String(parcel.state),
    description: parcel.message ?? parcel.stateText ?? '',
    time: since,
    status: isReturn ? RETURN_STATUS[parcel.state] : outward(parcel.state, parcel.returnedPno),
  };
}
