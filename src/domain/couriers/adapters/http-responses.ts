import * as v from 'valibot';
import { invalidRequest } from '../../../lib/errors.ts';
import { millis, text } from '../../../lib/fields.ts';
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
import { parseJson, type Reply, refuses, trackingNumber } from './request.ts';

// Responses and callbacks of the `http` courier (docs/courier-gateway.md#responses, docs/courier-gateway.md#callbacks).

const isWebAddress = (input: unknown): input is string =>
  typeof input === 'string' && input.length <= 2_000 && /^https?:$/.test(URL.parse(input)?.protocol ?? '');

/** A malformed link must not lose the number. */
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

type Settled = Extract<BookingResult, { is: 'booked' | 'refused' }>;

/** The results that the fields contain; more than one is an error. */
const settled = ({ tracking_number, tracking_url, refused }: BookingFields): Settled[] => [
  ...(tracking_number ? [{ is: 'booked' as const, trackingNumber: tracking_number, trackingUrl: tracking_url }] : []),
  ...(refused ? [{ is: 'refused' as const, reason: message('foreign_text', { text: refused }) }] : []),
];

type Result = BookingResult | CancelResult;
type Answered = Extract<Reply, { is: 'answered' }>;

const NOTHING_KNOWN: BookingResult = { is: 'unsent', reason: message('courier_knows_no_booking') };

const STATUSES = new Map<string, Result>([
  ['pending', { is: 'pending' }],
  ['unknown', NOTHING_KNOWN],
  ['canceled', { is: 'canceled' }],
]);

const answerFields = v.object({ ...bookingFields, status: v.nullish(v.string()) });

/** All results in a response; none if it is malformed. */
function resultsIn(body: unknown): Result[] {
  const { success, output } = v.safeParse(answerFields, body);
  if (!success) return [];
  const status = STATUSES.get(output.status ?? '');
  return status ? [...settled(output), status] : settled(output);
}

const isSuccess = (status: number) => status >= 200 && status < 300;

/** The single result of a response. An error status can only mean a refusal. */
function resultOf({ status, body }: Answered): Result | undefined {
  const [result, ...more] = resultsIn(body);
  if (!result || more.length > 0) return undefined;
  return isSuccess(status) || (refuses(status) && result.is === 'refused') ? result : undefined;
}

const unknown = (status: number) => ({
  is: 'unknown' as const,
  reason: isSuccess(status) ? message('courier_answer_malformed') : message('courier_answered', { status }),
});

/** The meaning of a response without a valid result. */
const byStatus = ({ status, body }: Answered) =>
  refuses(status) && resultsIn(body).length === 0
    ? { is: 'refused' as const, reason: message('courier_answered', { status }) }
    : unknown(status);

export function bookingOf(reply: Reply): BookingResult {
  if (reply.is !== 'answered') return reply;
  const answer = resultOf(reply);
  if (answer?.is === 'booked' || answer?.is === 'refused' || answer?.is === 'pending') return answer;
  return byStatus(reply);
}

/** Errors leave the booking unknown: only a clear answer of the courier settles it. */
export function foundOf(reply: Reply): BookingResult {
  if (reply.is !== 'answered') return { is: 'unknown', reason: reply.reason };
  const { status, body } = reply;
  if (status === 404 && isObject(body) && resultsIn(body).every(({ is }) => is === 'unsent')) return NOTHING_KNOWN;
  const answer = isSuccess(status) ? resultOf(reply) : undefined;
  return answer && answer.is !== 'canceled' ? answer : unknown(status);
}

export function cancelOf(reply: Reply): CancelResult {
  if (reply.is !== 'answered') return { is: 'unknown', reason: reply.reason };
  const answer = resultOf(reply);
  return answer?.is === 'canceled' || answer?.is === 'refused' ? answer : byStatus(reply);
}

const isObject = (body: unknown) => typeof body === 'object' && body !== null && !Array.isArray(body);

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
  status: TRACKED_STATUSES.find((status) => status === event.status), // another one is kept as it is and moves nothing
});

/** Oldest first. */
const eventList = v.pipe(
  v.array(eventFields),
  v.transform((events) => events.map(eventOf).sort((a, b) => a.time - b.time)),
);

/** The valid events of the parcels. */
export function trackedOf(reply: Reply, trackingNumbers: readonly string[]): TrackResult {
  if (reply.is !== 'answered') return { is: 'unknown', reason: reply.reason };
  if (!isSuccess(reply.status)) return unknown(reply.status);
  const parsed = v.safeParse(v.object({ events: v.array(v.unknown()) }), reply.body);
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
          (booking) => settled(booking).length === 1,
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
  const answered = booking && settled(booking)[0];
  return [
    ...(answered ? [{ about: 'booking' as const, key: booking.idempotency_key, answer: answered }] : []),
    ...(events ? [{ about: 'tracking' as const, events }] : []),
  ];
}
