import { isUtf8 } from 'node:buffer';
import * as v from 'valibot';
import { AppError } from '../../../lib/errors.ts';
import { text } from '../../../lib/fields.ts';
import { invalid } from '../../../lib/validation.ts';

// What couriers' answers and call-backs are read with.

/** What a Code 128 can hold and an eye can read. */
export const trackingNumber = v.pipe(text, v.regex(/^[!-~]{1,64}$/, invalid('tracking_number_malformed')));

/** A whole number that comes as one or as text. */
export const numeric = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.digits(), v.transform(Number))]),
  v.safeInteger(),
);

/** @throws AppError invalid_request */
export function parseJson(body: Buffer): unknown {
  try {
    if (isUtf8(body)) return JSON.parse(body.toString('utf8'));
  } catch {
    // it is refused like what is not UTF-8
  }
  throw new AppError('invalid_request', 'body_not_json');
}
