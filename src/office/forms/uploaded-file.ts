import { invalidRequest } from '../../lib/errors.ts';
import { below } from '../../lib/messages/message.ts';
import { tableProblem } from '../../lib/spreadsheet/read-table.ts';
import { shorten } from '../../lib/text.ts';

/** A file of a form. */
export class UploadedFile {
  readonly name: string;
  /** A view of the form's bytes. */
  readonly bytes: Uint8Array;

  constructor(name: string, bytes: Uint8Array) {
    this.name = name;
    this.bytes = bytes;
  }
}

/** HEIC is refused by its content, with a message of its own. */
const PICTURE_EXTENSIONS = ['jpg', 'jpeg', 'jfif', 'png', 'webp', 'heic', 'heif'];
const TABLE_EXTENSIONS = ['csv', 'tsv', 'txt', 'xlsx', 'xlsm'];
/** The `accept` attribute of a field for tables. */
export const TABLE_TYPES =
  '.csv,.tsv,.txt,.xlsx,.xlsm,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/**
 * Refuses a file whose name says that it is not a picture, before its content is read.
 *
 * @throws AppError invalid_request at `path`
 */
export function requirePicture(file: UploadedFile, path: string): void {
  if (hasOtherExtension(file, PICTURE_EXTENSIONS)) throw invalidRequest('not_a_picture', { path });
}

/**
 * Refuses a file that is neither CSV nor XLSX. Checks the content before the extension, because its error says more.
 *
 * @throws AppError invalid_request at `path`
 */
export function requireTable(file: UploadedFile, path: string): void {
  const problem = tableProblem(file.bytes, shorten(file.name));
  if (problem) throw invalidRequest(below(path, problem));
  if (hasOtherExtension(file, TABLE_EXTENSIONS))
    throw invalidRequest('file_of_another_kind', { path, file: shorten(file.name) });
}

/** Some phones send names without an extension: the content alone decides then. */
function hasOtherExtension({ name }: UploadedFile, extensions: readonly string[]): boolean {
  const extension = /\.([^./\\\s]{1,10})$/.exec(name)?.[1]?.toLowerCase();
  return extension !== undefined && !extensions.includes(extension);
}
