import { invalidRequest } from '../../lib/errors.ts';
import { UploadedFile } from '../forms/uploaded-file.ts';

/** A field of a multipart form. */
export interface Part {
  name: string;
  value: string | UploadedFile;
}

const HEAD_END = '\r\n\r\n';

/**
 * The parts of a multipart form. Files are views of `bytes` and not copies: copying a large file blocks the event loop.
 *
 * @throws AppError invalid_request
 */
export function multipartParts(bytes: Buffer, boundary: string): Part[] {
  const parts: Part[] = [];
  let at = bytes.indexOf(`--${boundary}`);
  while (at >= 0 && !isLast(bytes, at + boundary.length + 2)) {
    const start = at + boundary.length + 2;
    at = bytes.indexOf(`\r\n--${boundary}`, start);
    const headEnd = bytes.indexOf(HEAD_END, start);
    if (at < 0 || headEnd < 0 || headEnd > at) throw unreadable();
    parts.push(partOf(bytes.toString('utf8', start, headEnd), bytes.subarray(headEnd + HEAD_END.length, at)));
    at += 2;
  }
  if (at < 0) throw unreadable();
  return parts;
}

const isLast = (bytes: Buffer, at: number): boolean => bytes.toString('latin1', at, at + 2) === '--';

function partOf(head: string, content: Buffer): Part {
  const name = /;\s*name="([^"]*)"/i.exec(head)?.[1];
  if (name === undefined) throw unreadable();
  if (!/;\s*filename\*?=/i.test(head)) return { name: unescaped(name), value: content.toString() };
  const fileName = /;\s*filename="([^"]*)"/i.exec(head)?.[1] ?? '';
  return { name: unescaped(name), value: new UploadedFile(unescaped(fileName), content) };
}

const unreadable = () => invalidRequest('form_unreadable');

/** Browsers escape exactly these characters in the names of fields and files. */
const unescaped = (name: string): string =>
  name.replace(/%(22|0D|0A)/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
