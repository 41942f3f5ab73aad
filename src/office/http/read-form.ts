import type { IncomingMessage } from 'node:http';
import { AppError, invalidRequest } from '../../lib/errors.ts';
import { readBytes } from '../../lib/read-bytes.ts';
import type { FormInput } from '../forms/form.ts';

/** Size limit of a form without files. */
export const MAX_FORM_BYTES = 1_048_576;
/** Every page has fewer fields. The limit exists because reading and rendering fields blocks the event loop. */
const MAX_FIELDS = 10_000;

export const EMPTY_INPUT: FormInput = { texts: {}, files: {} };

/** Reads a url-encoded or multipart form of a session. @throws AppError body_too_large, invalid_request */
export async function readForm(incoming: IncomingMessage, maxBytes: number): Promise<FormInput> {
  const type = requireFormType(incoming);
  const bytes = await readBytes(incoming, maxBytes);
  requireMaxFields(bytes, type, MAX_FIELDS);
  const form = await new Response(bytes, { headers: { 'Content-Type': type.header } }).formData().catch(() => {
    throw invalidRequest('form_unreadable');
  });
  return inputOf(form);
}

interface FormType {
  header: string;
  /** Of a multipart form. */
  boundary: string | undefined;
}

/** @throws AppError invalid_request if the body is not a form */
export function requireFormType({ headers }: IncomingMessage): FormType {
  const header = headers['content-type'] ?? '';
  if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)\s*(;|$)/i.test(header))
    throw invalidRequest('not_a_form');
  if (!/^multipart/i.test(header)) return { header, boundary: undefined };
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(header) ?? [];
  return { header, boundary: quoted ?? plain ?? '' };
}

/** @throws AppError body_too_large */
export function requireMaxFields(bytes: Buffer, { boundary }: FormType, most: number): void {
  const separator = boundary === undefined ? '&' : `--${boundary}`;
  let count = boundary === undefined ? 1 : -1; // a multipart form begins and ends with its separator
  for (
    let at = bytes.indexOf(separator);
    at >= 0 && count <= most;
    at = bytes.indexOf(separator, at + separator.length)
  )
    count += 1;
  if (count > most) throw new AppError('body_too_large', 'form_has_too_many_fields', { most });
}

function inputOf(form: FormData): FormInput {
  const texts: Record<string, string[]> = Object.create(null);
  const files: Record<string, File[]> = Object.create(null);
  for (const [name, value] of form) {
    const list = typeof value === 'string' ? texts : files;
    list[name] ??= [];
    list[name].push(value as string & File);
  }
  return { texts, files };
}
