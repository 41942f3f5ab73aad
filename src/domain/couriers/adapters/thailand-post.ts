import * as v from 'valibot';
import { AppError, invalidRequest } from '../../../lib/errors.ts';
import { text } from '../../../lib/field-schemas.ts';
import type { Message } from '../../../lib/messages/catalogue.ts';
import { message } from '../../../lib/messages/message.ts';
import { isSecret, secretHash } from '../../../lib/secrets.ts';
import {
  type CallBack,
  type CallBackRequest,
  type CourierAdapter,
  type TrackedEvent,
  type TrackedStatus,
  type TrackResult,
  trackInBatches,
} from './adapter.ts';
import type { CourierConnection } from './connection.ts';
import { type CourierResponse, parseJson, post, trackingNumber } from './post.ts';

/**
 * Tracks S10 numbers with Thailand Post's API. The store's token is exchanged for a session token, which is valid for
 * some weeks. Callbacks carry `Authorization: Bearer` with a secret that the store enters at Thailand Post.
 */

interface ThailandPostSettings {
  connection: CourierConnection;
  /** The base address, such as `https://trackapi.thailandpost.co.th`. */
  url: string;
  token: string;
  /** Without a secret callbacks are rejected. */
  callBackSecret: string | undefined;
  /** Milliseconds. */
  timeout?: number | undefined;
}

const MAX_TRACKED = 100; // in one request

export function thailandPost(settings: ThailandPostSettings): Pick<CourierAdapter, 'track' | 'readCallBack'> {
  const request = withSessionToken(settings);
  return {
    track: (trackingNumbers) => trackInBatches(trackingNumbers, MAX_TRACKED, (batch) => track(request, batch)),
    readCallBack: (request, secret = settings.callBackSecret) => readCallBack(secret, request),
  };
}

type SendRequest = (barcodes: readonly string[]) => Promise<CourierResponse>;

/** Uses a session token, and a new one once if it has expired. */
function withSessionToken({ connection, url, token, timeout }: ThailandPostSettings): SendRequest {
  const call = (path: string, authToken: string, fields: object) =>
    post({
      connection,
      url: `${url.replace(/\/+$/, '')}/post/api/v1${path}`,
      headers: { 'Content-Type': 'application/json', Authorization: `Token ${authToken}` },
      body: JSON.stringify(fields),
      timeout,
    });
  let sessionToken: Promise<SessionToken> | undefined;
  const requestToken = async () => tokenOf(await call('/authenticate/token', token, {}));

  return async (barcode) => {
    const known = sessionToken;
    sessionToken ??= requestToken();
    const response = await requestWith(await sessionToken, barcode);
    if (!known || response.is !== 'received' || !TOKEN_EXPIRED.has(response.status)) return response;
    if (sessionToken === known) sessionToken = undefined;
    sessionToken ??= requestToken();
    return requestWith(await sessionToken, barcode);
  };

  async function requestWith(session: SessionToken, barcode: readonly string[]): Promise<CourierResponse> {
    if (session.is === 'token') return call('/track', session.token, { status: 'all', language: 'TH', barcode });
    sessionToken = undefined;
    return session;
  }
}

const TOKEN_EXPIRED = new Set([401, 403]);

type SessionToken = { is: 'token'; token: string } | { is: 'unknown'; reason: Message };

function tokenOf(response: CourierResponse): SessionToken {
  const { success, output } = v.safeParse(
    v.object({ token: text }),
    response.is === 'received' ? response.body : undefined,
  );
  if (success) return { is: 'token', token: output.token };
  const why = response.is === 'received' ? message('courier_answered', { status: response.status }) : response.reason;
  return { is: 'unknown', reason: message('thailand_post_gives_no_token', { why }) };
}

const itemFields = v.object({
  barcode: trackingNumber,
  status: v.pipe(v.union([v.string(), v.number()]), v.transform(String)),
  status_description: v.nullish(text, ''),
  status_date: v.string(),
  location: v.nullish(text),
  delivery_description: v.nullish(text),
});

/** By barcode in a response, a list in a callback. */
const items = v.pipe(
  v.union([v.record(v.string(), v.unknown()), v.array(v.unknown())]),
  v.transform((found) => Object.values(found).flat()),
);

const responseFields = v.object({
  status: v.optional(v.unknown()),
  message: v.optional(v.unknown()),
  response: v.nullish(v.object({ items: v.nullish(items, []) })),
});

async function track(request: SendRequest, numbers: readonly string[]): Promise<TrackResult> {
  const response = await request(numbers);
  if (response.is !== 'received') return { is: 'unknown', reason: response.reason };
  const { success, output } = v.safeParse(responseFields, response.body);
  if (response.status !== 200)
    return { is: 'unknown', reason: message('courier_answered', { status: response.status }) };
  if (!success || !(output.response || output.message))
    return { is: 'unknown', reason: message('courier_answer_malformed') };
  if (!output.response)
    return { is: 'unknown', reason: message('thailand_post_answered', { text: String(output.message) }) };
  const found = eventsOf(output.response.items);
  const events = numbers.flatMap((number) =>
    withReturnStatuses(found.filter(({ trackingNumber }) => trackingNumber === number)),
  );
  return { is: 'tracked', events };
}

/** The valid events, oldest first. */
const eventsOf = (found: readonly unknown[]): TrackedEvent[] => found.flatMap(eventOf).sort((a, b) => a.time - b.time);

function eventOf(item: unknown): TrackedEvent[] {
  const { success, output } = v.safeParse(itemFields, item);
  const time = success ? thailandPostTime(output.status_date) : undefined;
  if (!success || time === undefined) return [];
  const { barcode, status, status_description, delivery_description, location } = output;
  return [
    {
      trackingNumber: barcode,
      code: status,
      description: [status_description, delivery_description].filter(Boolean).join(': '),
      location: location || undefined,
      time,
      status: STATUS.get(status),
    },
  ];
}

/** Thailand Post's codes. Others do not change the status, such as 901 (COD paid out). */
const CODES: Partial<Record<TrackedStatus, string>> = {
  picked_up: '102 103', // 102: by an agent
  canceled: '104', // the sender takes it back
  in_transit: '201 202 204 205 206 207 208 211 212 213 214 215 216 217 218 219 220', // customs, exchange, sorting, airline
  returning: '203',
  out_for_delivery: '301 302 303', // 302 waits at a pick-up point
  delivery_failed: '401',
  delivered: '501',
};
const STATUS = new Map(
  Object.entries(CODES).flatMap(([status, codes]) => codes.split(' ').map((code) => [code, status as TrackedStatus])),
);

/** Events after the first `returning` are about the return. */
function withReturnStatuses(events: TrackedEvent[]): TrackedEvent[] {
  const returnStart = events.findIndex(({ status }) => status === 'returning');
  if (returnStart < 0) return events;
  return events.map((event, i) => (i < returnStart ? event : { ...event, status: RETURN_STATUS[event.status ?? ''] }));
}

const RETURN_STATUS: Record<string, TrackedStatus> = { delivered: 'returned', returning: 'returning' };

function readCallBack(secret: string | undefined, { headers, body }: CallBackRequest): readonly CallBack[] {
  const given = headers.authorization ?? '';
  if (!secret || !isSecret(given, secretHash(`Bearer ${secret}`)))
    throw new AppError('invalid_token', 'call_back_bearer_wrong');
  const { success, output } = v.safeParse(v.object({ items }), parseJson(body));
  if (!success) throw invalidRequest('not_a_list', { path: 'items' });
  return [{ about: 'tracking', events: eventsOf(output.items) }];
}

const TIME_PATTERN = /^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2}) (\d{1,2}):(\d{2})(?::(\d{2}))?(?:([+-])(\d{2}):(\d{2}))?$/;
const MINUTE = 60_000;
const THAI_DIGITS = '๐๑๒๓๔๕๖๗๘๙';
const BUDDHIST = 543; // years ahead
const FIRST_BUDDHIST = 2_400; // later years are Buddhist

/** Unix milliseconds of `19/07/2562 18:12:26+07:00`. The year may have two digits, or be Christian. */
export function thailandPostTime(written: string): number | undefined {
  const [, day, month, year, hour, minute, second = '0', sign, hours = '7', minutes = '0'] =
    TIME_PATTERN.exec(written.trim().replace(/[๐-๙]/g, (digit) => String(THAI_DIGITS.indexOf(digit)))) ?? [];
  if (day === undefined) return undefined;
  const parts = [yearOf(Number(year)), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second)];
  const local = new Date(Date.UTC(...(parts as [number, number])));
  const isValid = [
    local.getUTCFullYear(),
    local.getUTCMonth(),
    local.getUTCDate(),
    local.getUTCHours(),
    local.getUTCMinutes(),
    local.getUTCSeconds(),
  ].every((part, i) => part === parts[i]);
  if (!isValid) return undefined;
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
  return local.getTime() - offset * MINUTE;
}

function yearOf(year: number): number {
  if (year < 100) return 2_500 + year - BUDDHIST;
  return year >= FIRST_BUDDHIST ? year - BUDDHIST : year;
}
