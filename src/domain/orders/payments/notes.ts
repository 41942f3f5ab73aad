import { Refusal } from '../../../lib/errors.ts';
import { codePoints } from '../../../lib/text.ts';

const LONGEST_NOTE = 1_000; // code points, as with an order's notes

/**
 * What is kept of a note.
 *
 * @param name what the refusal calls it
 * @throws Refusal invalid_request where it is too long
 */
export function noteText(note: string | undefined, name = 'note'): string | null {
  if (codePoints(note ?? '') > LONGEST_NOTE)
    throw new Refusal('invalid_request', `${name} must be at most ${LONGEST_NOTE} characters`);
  return note ?? null;
}
