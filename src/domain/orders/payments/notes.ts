import { AppError } from '../../../lib/errors.ts';
import { codePoints } from '../../../lib/text.ts';

const LONGEST_NOTE = 1_000; // code points, as with an order's notes

/**
 * What is kept of a note.
 *
 * @param name the path of the error
 * @throws AppError invalid_request where it is too long
 */
export function noteText(note: string | undefined, name = 'note'): string | null {
  if (codePoints(note ?? '') > LONGEST_NOTE)
    throw new AppError('invalid_request', 'text_too_long', { path: name, most: LONGEST_NOTE });
  return note ?? null;
}
