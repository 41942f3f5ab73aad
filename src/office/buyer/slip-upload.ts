import type { IncomingMessage } from 'node:http';
import { concurrencyLimit } from '../../lib/concurrency-limit.ts';
import { readBytes } from '../../lib/read-bytes.ts';
import type { FormInput } from '../forms/form.ts';
import { formParts, inputOf, requireFormType, requireMaxFields } from '../http/read-form.ts';

const MAX_BYTES = 6 * 2 ** 20; // a slip has at most 5 MB
const MAX_FIELDS = 10;
/** Time limit for the complete form: 5 MB over a slow phone connection. */
const MAX_MILLIS = 120_000;

/** Forms are buffered in memory, and sending them needs no account. */
const limited = concurrencyLimit({ concurrency: 6, maxQueued: 6 });

/** Reads the form of a slip. @throws AppError body_too_large, invalid_request, slow_down */
export const readSlipForm = (incoming: IncomingMessage): Promise<FormInput> =>
  limited(async () => {
    const type = requireFormType(incoming);
    const bytes = await readBytes(incoming, MAX_BYTES, MAX_MILLIS);
    requireMaxFields(bytes, type, MAX_FIELDS);
    return inputOf(formParts(bytes, type));
  });
