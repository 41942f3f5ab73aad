import * as v from 'valibot';
import { invalidRequest } from '../../../lib/errors.ts';
import { millis, text } from '../../../lib/field-schemas.ts';
import { isJsonObject } from '../../../lib/json-object.ts';
import { message } from '../../../lib/messages/message.ts';
import { hasVisibleCharacter } from '../../../lib/text.ts';
import { invalid, problem } from '../../../lib/validation.ts';
import {
  type BookingResult,
  type CallBack,
  type CancelResult,
  TRACKED_STATUSES,
  type TrackedEvent,
  type TrackResult,
} from './adapter.ts';
import { type CourierResponse, isRefusal, parseJson, trackingNumber } from './post.ts';

// Responses and callbacks of the `http` courier (docs/courier-gateway.md#responses, docs/courier-gateway.md#callbacks).

const isWebAddress = (input: unknown): input is string =>
  typeof input === 'string' && input.length <= 2_000 && /^https?:$/.test(URL.parse(input)?.protocol ?? '');

/** A malformed link is dropped, so that the number is not lost. */
const trackingUrl = v.pipe(
  v.unknown(),
  v.transform((input) => (isWebAddress(input) ? input : undefined)),
);

const MAX_REASON_LENGTH = 500;

const reason = v.pipe(
  text,
  v.check(hasVisibleCharacter, invalid('no_visible_character')),
  v.transform((words) => words.slice(0, MAX_REASON_LENGTH).toWellFormed()),
);

const bookingFields = {
  tracking_number: v.nullish(trackingNumber),
  tracking_url: v.optional(trackingUrl),
  refused: v.nullish(reason),
};

type BookingFields = v.InferOutput<v.ObjectSchema<typeof bookingFields, undefined>>;

type Outcome = Extract<BookingResult, { is: 'booked' | 'refused' }>;

/** The results in the fields; more than one is an error. */
const outcomesIn = ({ tracking_number, tracking_url, refused }: BookingFields): Outcome[] => [
  ...(tracking_number ? [{ is: 'booked' as const, trackingNumber: tracking_number, trackingUrl: tracking_url }] : []),
  ...(refused ? [{ is: 'refused' as const, reason: message('foreign_text', { text: refused }) }] : []),
];

type Result = BookingResult | CancelResult;
type Received = Extract<CourierResponse, { is: 'received' }>;

const UNKNOWN_BOOKING: BookingResult = { is: 'unsent', reason: message('courier_knows_no_booking') };

const STATUSES = new Map<string, Result>([
  ['pending', { is: 'pending' }],
  ['unknown', UNKNOWN_BOOKING],
  ['canceled', { is: 'canceled' }],
]);

const responseFields = v.object({ ...bookingFields, status: v.nullish(v.string()) });

/** All results in a response; none if it is malformed. */
function resultsIn(body: unknown): Result[] {
  const { success, output } = v.safeParse(responseFields, body);
  if (!success) return [];
  const status = STATUSES.get(output.status ?? '');
  return status ? [...outcomesIn(output), status] : outcomesIn(output);
}

const isSuccess = (status: number) => status >= 200 && status < 300;

/** The single result of a response. An error status can only mean a rejection. */
function resultOf({ status, body }: Received): Result | undefined {
  const [result, ...others] = resultsIn(body);
  if (!result || others.length > 0) return undefined;
  return isSuccess(status) || (isRefusal(status) && result.is === 'refused') ? result : undefined;
}

const unknown = (status: number) => ({
  is: 'unknown' as const,
  reason: isSuccess(status) ? message('courier_answer_malformed') : message('courier_answered', { status }),
});

/** The meaning of a response without a valid result. */
const byStatus = ({ status, body }: Received) =>
  isRefusal(status) && resultsIn(body).length === 0
    ? { is: 'refused' as const, reason: message('courier_answered', { status }) }
    : unknown(status);

export function bookingOf(response: CourierResponse): BookingResult {
  if (response.is !== 'received') return response;
  const result = resultOf(response);
  if (result?.is === 'booked' || result?.is === 'refused' || result?.is === 'pending') return result;
  return byStatus(response);
}

/** After an error the booking stays unknown: only an explicit result changes that. */
export function foundOf(response: CourierResponse): BookingResult {
  if (response.is !== 'received') return { is: 'unknown', reason: response.reason };
  const { status, body } = response;
  if (status === 404 && isJsonObject(body) && resultsIn(body).every(({ is }) => is === 'unsent'))
    return UNKNOWN_BOOKING;
  const result = isSuccess(status) ? resultOf(response) : undefined;
  return result && result.is !== 'canceled' ? result : unknown(status);
}

export function cancelOf(response: CourierResponse): CancelResult {
  if (response.is !== 'received') return { is: 'unknown', reason: response.reason };
  const result = resultOf(response);
  return result?.is === 'canceled' || result?.is === 'refused' ? result : byStatus(response);
}

const eventFields = v.object({
  tracking_number: trackingNumber,
  status: v.nullish(text),
  code: v.nullish(v.union([text, v.pipe(v.number(), v.transform(String))]), ''),
  description: v.nullish(text, ''),
  location: v.nullish(text),
  event_time: millis,
});

const eventOf = (event: v.InferOutput<typeof eventFields>): TrackedEvent => ({
  trackingNumber: event.tracking_number,
  code: event.code || (event.status ?? ''),
  description: event.description,
  location: event.location ?? undefined,
  time: event.event_time,
  status: TRACKED_STATUSES.find((status) => status === event.status), // others are stored as the code
});

/** Oldest first. */
const eventList = v.pipe(
  v.array(eventFields),
  v.transform((events) => events.map(eventOf).sort((a, b) => a.time - b.time)),
);

/** The valid events of the parcels. */
export function trackedOf(response: CourierResponse, trackingNumbers: readonly string[]): TrackResult {
  if (response.is !== 'received') return { is: 'unknown', reason: response.reason };
  if (!isSuccess(response.status)) return unknown(response.status);
  const parsed = v.safeParse(v.object({ events: v.array(v.unknown()) }), response.body);
  if (!parsed.success)
    return { is: 'unknown', reason: message('courier_answer_invalid', { problem: problem(parsed.issues[0], 'body') }) };
  const events = parsed.output.events
    .map((event) => v.safeParse(eventFields, event))
    .flatMap(({ success, output }) => (success ? [eventOf(output)] : []))
    .filter(({ trackingNumber }) => trackingNumbers.includes(trackingNumber));
  return { is: 'tracked', events };
}

const callBackFields = v.pipe(
  v.object({
    booking: v.nullish(
      v.pipe(
        v.object({ idempotency_key: text, ...bookingFields }),
        v.check(
          (booking) => outcomesIn(booking).length === 1,
          invalid('not_exactly_one_of', { one: 'tracking_number', other: 'refused' }),
        ),
      ),
    ),
    events: v.nullish(eventList),
  }),
  v.check(({ booking, events }) => Boolean(booking || events), invalid('call_back_empty')),
);

/** @throws AppError invalid_request */
export function callBacksOf(body: Buffer): CallBack[] {
  const parsed = v.safeParse(callBackFields, parseJson(body));
  if (!parsed.success) throw invalidRequest(problem(parsed.issues[0], 'body'));
  const { booking, events } = parsed.output;
  const outcome = booking && outcomesIn(booking)[0];
  return [
    ...(outcome ? [{ about: 'booking' as const, key: booking.idempotency_key, result: outcome }] : []),
    ...(events ? [{ about: 'tracking' as const, events }] : []),
  ];
}
