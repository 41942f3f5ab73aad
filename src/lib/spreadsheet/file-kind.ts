import type { FileKind } from '../messages/code-names.ts';
import { zipEntries } from './zip.ts';

/** Kind of a file by its content. `text` may be CSV. */
export type ContentKind = FileKind | 'xlsx' | 'encrypted' | 'text';

const SIGNATURES: readonly (readonly [kind: FileKind | 'ole' | 'zip', signature: string | RegExp])[] = [
  ['zip', 'PK\x03\x04'],
  ['zip', 'PK\x05\x06'],
  ['ole', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'],
  ['pdf', '%PDF-'],
  ['picture', '\x89PNG'],
  ['picture', '\xff\xd8\xff'],
  ['picture', 'GIF8'],
  ['picture', /^RIFF.{4}WEBP/s],
  ['picture', /^.{4}ftyp(hei|hev|mif1|msf1|avif)/s],
  ['picture', /^BM.{4}\0{4}/s],
  ['picture', /^(II\*\0|MM\0\*)/],
  ['document', '{\\rtf'],
  ['archive', '\x1f\x8b'],
  ['archive', '7z\xbc\xaf'],
  ['archive', 'Rar!'],
  ['old_excel', '\x09\x00\x04\x00'], // Excel 2 to 5 without a container
  ['old_excel', '\x09\x02\x06\x00'],
  ['old_excel', '\x09\x04\x06\x00'],
  ['old_excel', '\x09\x08\x08\x00'],
  ['web_page', /^(\xef\xbb\xbf)?\s*<(!doctype|\?xml|html|head|meta|body|table|div|style)/i],
];

const HEAD = 512; // bytes
const UTF_16 = /^(\xff\xfe|\xfe\xff)/;

/** Recognizes a file by its content. It reads no more than the head and the directory of an archive. */
export function contentKind(bytes: Uint8Array): ContentKind {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const head = buffer.toString('latin1', 0, HEAD);
  const [kind] =
    SIGNATURES.find(([, signature]) =>
      typeof signature === 'string' ? head.startsWith(signature) : signature.test(head),
    ) ?? [];
  if (kind === 'zip') return archiveKind(bytes);
  if (kind === 'ole') return oleKind(buffer);
  if (kind !== undefined) return kind;
  return head.includes('\0') && !UTF_16.test(head) ? 'unknown' : 'text';
}

/** @throws DamagedFile */
function archiveKind(bytes: Uint8Array): ContentKind {
  const entries = zipEntries(bytes);
  const names = [...entries.keys()];
  const has = (name: RegExp): boolean => names.some((entry) => name.test(entry));
  if (has(/^xl\/.*workbook\.bin$/)) return 'binary_excel';
  if (entries.has('[content_types].xml')) return has(/^(word|ppt)\//) ? 'document' : 'xlsx';
  if (has(/\.iwa$|^index\.(apxl|zip)$/)) return 'numbers';
  return entries.has('content.xml') && entries.has('meta-inf/manifest.xml') ? 'opendocument' : 'archive';
}

/** The container of old Office files has the names of its streams in UTF-16. */
function oleKind(buffer: Buffer): ContentKind {
  const has = (stream: string): boolean => buffer.includes(Buffer.from(stream, 'utf16le'));
  if (has('EncryptedPackage')) return 'encrypted';
  return has('Workbook\0') || has('Book\0') ? 'old_excel' : 'document';
}
