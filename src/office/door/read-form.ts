import type { IncomingMessage } from 'node:http';
import { Refusal } from '../../lib/errors.ts';
import { readBytes } from '../../lib/read-bytes.ts';
import type { Sent } from '../forms/form.ts';

/** Bytes of a form without files. */
export const LARGEST_FORM = 1_048_576;
/** The same from somebody who may be nobody. */
export const LARGEST_GUEST_FORM = 65_536;
/** More than the longest of our pages has; reading and drawing them takes a while in which nobody else has a turn. */
export const MOST_FIELDS = 10_000;

export const NOTHING_SENT: Sent = { texts: {}, files: {} };

/** The form that a request brings, plain or with files. @throws Refusal body_too_large, invalid_request */
export async function readForm(incoming: IncomingMessage, largest: number): Promise<Sent> {
  const type = incoming.headers['content-type'] ?? '';
  if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)\s*(;|$)/i.test(type))
    throw new Refusal('invalid_request', 'this is not a form');
  const bytes = await readBytes(incoming, largest);
  if (hasOver(MOST_FIELDS, bytes, separatorOf(type)))
    throw new Refusal('body_too_large', `the form has over ${MOST_FIELDS} fields`);
  const form = await new Response(bytes, { headers: { 'Content-Type': type } }).formData().catch(() => {
    throw new Refusal('invalid_request', 'the form cannot be read');
  });
  return sentOf(form);
}

/** What stands between two fields. */
const separatorOf = (type: string): string => {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(type) ?? [];
  return /^multipart/i.test(type) ? `--${quoted ?? plain ?? ''}` : '&';
};

function hasOver(most: number, bytes: Buffer, separator: string): boolean {
  let count = 0;
  for (
    let at = bytes.indexOf(separator);
    at >= 0 && count <= most;
    at = bytes.indexOf(separator, at + separator.length)
  )
    count += 1;
  return count > most;
}

function sentOf(form: FormData): Sent {
  const texts: Record<string, string[]> = Object.create(null);
  const files: Record<string, File[]> = Object.create(null);
  for (const [name, value] of form) {
    const list = typeof value === 'string' ? texts : files;
    list[name] ??= [];
    list[name].push(value as string & File);
  }
  return { texts, files };
}
