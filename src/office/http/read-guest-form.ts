import type { IncomingMessage } from 'node:http';
import { invalidRequest } from '../../lib/errors.ts';
import { readBytes } from '../../lib/read-bytes.ts';
import type { FormInput } from '../forms/form.ts';
import { requireFormType, requireMaxFields } from './read-form.ts';

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
  const parts = type.boundary === undefined ? urlEncodedParts(bytes) : multipartParts(bytes, type.boundary);
  const texts: Record<string, string[]> = Object.create(null);
  let hadFiles = false;
  for (const { name, value } of parts)
    if (value === undefined) hadFiles = true;
    else texts[name] = [...(texts[name] ?? []), value];
  return { texts, hadFiles };
}

interface Part {
  name: string;
  /** Undefined for a file. */
  value: string | undefined;
}

const urlEncodedParts = (bytes: Buffer): Part[] =>
  [...new URLSearchParams(bytes.toString())].map(([name, value]) => ({ name, value }));

const HEAD_END = '\r\n\r\n';

/** The parts of a multipart form. A file that was not chosen is left out. */
function multipartParts(bytes: Buffer, boundary: string): Part[] {
  const parts: Part[] = [];
  let at = bytes.indexOf(`--${boundary}`);
  while (at >= 0 && !isLast(bytes, at + boundary.length + 2)) {
    const start = at + boundary.length + 2;
    at = bytes.indexOf(`\r\n--${boundary}`, start);
    const headEnd = bytes.indexOf(HEAD_END, start);
    if (at < 0 || headEnd < 0 || headEnd > at) throw invalidRequest('form_unreadable');
    const head = bytes.toString('utf8', start, headEnd);
    const name = /;\s*name="([^"]*)"/i.exec(head)?.[1];
    if (name === undefined) throw invalidRequest('form_unreadable');
    const valueStart = headEnd + HEAD_END.length;
    if (!/;\s*filename\*?=/i.test(head)) parts.push({ name, value: bytes.toString('utf8', valueStart, at) });
    else if (at > valueStart) parts.push({ name, value: undefined });
    at += 2;
  }
  if (at < 0) throw invalidRequest('form_unreadable');
  return parts;
}

const isLast = (bytes: Buffer, at: number): boolean => bytes.toString('latin1', at, at + 2) === '--';
