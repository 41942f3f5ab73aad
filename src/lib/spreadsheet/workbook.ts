import { posix } from 'node:path';
import { DamagedFile, decompressionLimit, FileTooLarge, MAX_CELLS } from './limits.ts';
import { type NumberFormat, numberFormat } from './number-formats.ts';
import { decodeEntities, readXml, type XmlHandlers } from './xml.ts';
import { partName, unpack, zipEntries } from './zip.ts';

/** Shared strings and styles of a workbook, and its visible sheets in order. */
export interface Workbook {
  sheets: readonly { name: string; part: string }[];
  sharedStrings: readonly string[];
  /** By the style of a cell. */
  formats: readonly NumberFormat[];
  startsIn1904: boolean;
  /** Reads an XML document of the workbook; false if it has no such part. */
  read: ReadPart;
}

type ReadPart = (part: string, handlers: XmlHandlers) => Promise<boolean>;

/** @throws DamagedFile, FileTooLarge */
export async function openWorkbook(bytes: Uint8Array): Promise<Workbook> {
  const entries = zipEntries(bytes);
  const count = decompressionLimit();
  const read: ReadPart = async (part, handlers) => {
    const entry = entries.get(partName(part));
    if (!entry) return false;
    await readXml(counted(unpack(bytes, entry), count), handlers);
    return true;
  };
  const [main] = (await relations(read, '')).filter(({ type }) => type === 'officeDocument');
  if (!main) throw new DamagedFile('the workbook has no main part');
  const related = await relations(read, main.part);
  const partOf = (wanted: string) => related.find(({ type }) => type === wanted)?.part;
  const { sheets, startsIn1904 } = await readSheetList(read, main.part);
  return {
    sheets: sheets.flatMap(({ name, id }) => {
      const relation = related.find((candidate) => candidate.id === id);
      return relation?.type === 'worksheet' ? [{ name, part: relation.part }] : [];
    }),
    sharedStrings: await readSharedStrings(read, partOf('sharedStrings')),
    formats: await readFormats(read, partOf('styles')),
    startsIn1904,
    read,
  };
}

async function* counted(parts: AsyncIterable<Uint8Array>, count: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  for await (const part of parts) {
    count(part.length);
    yield part;
  }
}

interface Relation {
  id: string;
  /** The last part of its URI: the namespaces of strict and of transitional workbooks differ. */
  type: string;
  part: string;
}

/** The relations of a part, or of the package itself (''). */
async function relations(read: ReadPart, part: string): Promise<Relation[]> {
  const found: Relation[] = [];
  const folder = part.slice(0, part.lastIndexOf('/') + 1);
  await read(`${folder}_rels/${part.slice(folder.length)}.rels`, {
    open: (name, attributes) => {
      if (name !== 'Relationship') return;
      const { Id: id = '', Type: type = '', Target: target = '' } = attributes();
      found.push({ id, type: type.slice(type.lastIndexOf('/') + 1), part: resolved(folder, decodeEntities(target)) });
    },
  });
  return found;
}

const resolved = (folder: string, target: string): string =>
  target.startsWith('/') ? target.slice(1) : posix.join(folder, target.replaceAll('\\', '/'));

async function readSheetList(read: ReadPart, part: string) {
  const sheets: { name: string; id: string }[] = [];
  let startsIn1904 = false;
  await read(part, {
    open: (name, attributes) => {
      if (name === 'workbookPr') startsIn1904 = isTrue(attributes().date1904);
      if (name !== 'sheet') return;
      const { name: title = '', state = 'visible', ...others } = attributes();
      const id = Object.entries(others).find(([key]) => key.endsWith(':id'))?.[1] ?? '';
      if (state === 'visible') sheets.push({ name: decodeEntities(title), id });
    },
  });
  return { sheets, startsIn1904 };
}

const isTrue = (value: string | undefined): boolean => value === '1' || value === 'true';

/** The texts that cells refer to by index; of a text with several fonts all parts together. */
async function readSharedStrings(read: ReadPart, part: string | undefined): Promise<string[]> {
  const strings: string[] = [];
  const text = textReader();
  if (part !== undefined)
    await read(part, {
      open: (name) => text.open(name),
      text: (piece) => text.add(piece),
      close: (name) => {
        text.close(name);
        if (name === 'si' && strings.push(text.take()) > MAX_CELLS) throw new FileTooLarge('too many texts');
      },
    });
  return strings;
}

/** Collects the `t` elements of a text, without the pronunciation that Japanese workbooks add (`rPh`). */
export function textReader() {
  let collected = '';
  let isText = false;
  let isPronunciation = false;
  return {
    open: (name: string): void => {
      if (name === 'rPh') isPronunciation = true;
      isText = name === 't' && !isPronunciation;
    },
    add: (piece: string): void => {
      if (isText) collected += piece;
    },
    close: (name: string): void => {
      if (name === 'rPh') isPronunciation = false;
      if (name === 't') isText = false;
    },
    take: (): string => {
      const text = unescapeText(collected);
      collected = '';
      return text;
    },
  };
}

/** Replaces `_x000D_`, by which Excel writes characters that XML does not allow. */
export const unescapeText = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9a-f]{4})_/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text;

const MAX_FORMATS = 100_000; // Excel allows 65,490 styles

/** The format of each cell style. */
async function readFormats(read: ReadPart, part: string | undefined): Promise<NumberFormat[]> {
  const codes = new Map<number, string>();
  const ids: number[] = [];
  let isInCells = false;
  if (part !== undefined)
    await read(part, {
      open: (name, attributes) => {
        if (name === 'cellXfs') isInCells = true;
        if (name === 'numFmt') {
          const { numFmtId, formatCode = '' } = attributes();
          codes.set(Number(numFmtId), decodeEntities(formatCode));
        }
        if (name === 'xf' && isInCells) ids.push(Number(attributes().numFmtId ?? 0));
        if (ids.length > MAX_FORMATS) throw new FileTooLarge('too many styles');
      },
      close: (name) => {
        if (name === 'cellXfs') isInCells = false;
      },
    });
  return ids.map((id) => numberFormat(id, codes.get(id)));
}
