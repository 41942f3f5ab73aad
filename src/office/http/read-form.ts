import type { IncomingMessage } from 'node:http';
import { AppError, invalidRequest } from '../../lib/errors.ts';
import { readBytes } from '../../lib/read-bytes.ts';
import type { FormInput } from '../forms/form.ts';

/** Size limit of a form without files. */
export const MAX_FORM_BYTES = 1_048_576;
/** Size limit of a form that needs no session. */
export const MAX_GUEST_FORM_BYTES = 65_536;
/** Every page has fewer fields. The limit exists because reading and rendering fields blocks the event loop. */
export const MAX_FIELDS = 10_000;

export const EMPTY_INPUT: FormInput = { texts: {}, files: {} };

/** Reads a url-encoded or multipart form. @throws AppError body_too_large, invalid_request */
export async function readForm(incoming: IncomingMessage, maxBytes: number): Promise<FormInput> {
  const type = incoming.headers['content-type'] ?? '';
  if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)\s*(;|$)/i.test(type))
    throw invalidRequest('not_a_form');
  const bytes = await readBytes(incoming, maxBytes);
  if (hasMoreThan(MAX_FIELDS, bytes, separatorOf(type)))
    throw new AppError('body_too_large', 'form_has_too_many_fields', { most: MAX_FIELDS });
  const form = await new Response(bytes, { headers: { 'Content-Type': type } }).formData().catch(() => {
    throw invalidRequest('form_unreadable');
  });
  return inputOf(form);
}

/** The separator between two fields. */
const separatorOf = (type: string): string => {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(type) ?? [];
  return /^multipart/i.test(type) ? `--${quoted ?? plain ?? ''}` : '&';
};

function hasMoreThan(max: number, bytes: Buffer, separator: string): boolean {
  let count = 0;
  for (let at = bytes.indexOf(separator); at >= 0 && count <= max; at = bytes.indexOf(separator, at + separator.length))
    count += 1;
  return count > max;
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
