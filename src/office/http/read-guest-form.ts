import type { IncomingMessage } from 'node:http';
import { readBytes } from '../../lib/read-bytes.ts';
import type { FormInput } from '../forms/form.ts';
import { formParts, inputOf, requireFormType, requireMaxFields } from './read-form.ts';

// Anyone can send a form without a session, so it is read at little cost: a small body, few fields, and no files.

/** Size limit of a form that needs no session, such as the sign-in form. */
export const MAX_GUEST_FORM_BYTES = 8_192;
export const MAX_GUEST_FIELDS = 20;
/** Until the body is complete. */
const MAX_MILLIS = 10_000;

export interface GuestForm {
  texts: FormInput['texts'];
  /** The form had files, which were skipped. */
  hadFiles: boolean;
}

/** Reads a url-encoded or multipart form and skips its files. @throws AppError body_too_large, invalid_request */
export async function readGuestForm(
  incoming: IncomingMessage,
  { maxBytes, maxFields }: { maxBytes: number; maxFields: number },
): Promise<GuestForm> {
  const type = requireFormType(incoming);
  const bytes = await readBytes(incoming, maxBytes, MAX_MILLIS);
  requireMaxFields(bytes, type, maxFields);
  const { texts, files } = inputOf(formParts(bytes, type));
  const hadFiles = Object.values(files).some((list) => list.some((file) => file.bytes.length > 0));
  return { texts, hadFiles };
}
