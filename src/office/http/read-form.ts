import type { IncomingMessage } from 'node:http';
import { AppError, invalidRequest } from '../../lib/errors.ts';
import { formFields } from '../../lib/form-fields.ts';
import { readBytes } from '../../lib/read-bytes.ts';
import type { FormInput } from '../forms/form.ts';
import type { UploadedFile } from '../forms/uploaded-file.ts';
import { multipartParts, type Part } from './multipart.ts';

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
  return inputOf(formParts(bytes, type));
}

/** The fields of a form. Fields with the same name keep their order. @throws AppError invalid_request */
export const formParts = (bytes: Buffer, { boundary }: FormType): Part[] =>
  boundary === undefined
    ? formFields(bytes).flatMap(([name, values]) => values.map((value) => ({ name, value })))
    : multipartParts(bytes, boundary);

interface FormType {
  /** Boundary of a multipart form. */
  boundary: string | undefined;
}

/** @throws AppError invalid_request if the body is not a form */
export function requireFormType({ headers }: IncomingMessage): FormType {
  const header = headers['content-type'] ?? '';
  if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)\s*(;|$)/i.test(header))
    throw invalidRequest('not_a_form');
  if (!/^multipart/i.test(header)) return { boundary: undefined };
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(header) ?? [];
  return { boundary: quoted ?? plain ?? '' };
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

export function inputOf(parts: readonly Part[]): FormInput {
  const texts: Record<string, string[]> = Object.create(null);
  const files: Record<string, UploadedFile[]> = Object.create(null);
  for (const { name, value } of parts) {
    const list: Record<string, unknown[]> = typeof value === 'string' ? texts : files;
    list[name] ??= [];
    list[name].push(value);
  }
  return { texts, files };
}
