import { crc32, deflateRawSync } from 'node:zlib';

// Workbooks as Excel writes them, from their parts.

type Content = string | Uint8Array;

const number = (value: number, bytes: number): Buffer => {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntLE(value, 0, bytes);
  return buffer;
};

interface ZipOptions {
  /** Content in place of the packed content, for damaged archives. */
  packed?: (content: Uint8Array) => Uint8Array;
  isEncrypted?: boolean;
}

/** A ZIP archive of these files. */
export function zip(files: Readonly<Record<string, Content>>, { packed, isEncrypted }: ZipOptions = {}): Buffer {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(files)) {
    const content = Buffer.from(text as Uint8Array);
    const body = packed?.(content) ?? deflateRawSync(content);
    const title = Buffer.from(name);
    const common = Buffer.concat([
      ...[number(20, 2), number(isEncrypted ? 1 : 0, 2), number(8, 2), number(0, 4)],
      ...[number(crc32(content), 4), number(body.length, 4), number(content.length, 4)],
      ...[number(title.length, 2), number(0, 2)],
    ]);
    local.push(number(0x04034b50, 4), common, title, Buffer.from(body));
    central.push(number(0x02014b50, 4), number(20, 2), common, Buffer.alloc(10), number(offset, 4), title);
    offset += 4 + common.length + title.length + body.length;
  }
  const directory = Buffer.concat(central);
  const count = number(Object.keys(files).length, 2);
  const end = [number(0x06054b50, 4), Buffer.alloc(4), count, count, number(directory.length, 4), number(offset, 4)];
  return Buffer.concat([...local, directory, ...end, Buffer.alloc(2)]);
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATED = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

export const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** The number format of each cell style that `styled` can name. */
const STYLES = ['General', '00000', '0.00', 'dd/mm/yyyy', '"day "0', '[$-D00041E]d mmm yyyy h:mm', '[Red]0.00E+00'];

const STYLES_PART = `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts>${STYLES.map(
  (code, i) => `<numFmt numFmtId="${164 + i}" formatCode="${escaped(code)}"/>`,
).join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${STYLES.map(
  (code, i) => `<xf numFmtId="${code === 'General' ? 0 : 164 + i}"/>`,
).join('')}<xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`;

/** A text, a number as it is stored, or the XML of a cell after its reference. */
export type CellValue = string | number | { xml: string } | undefined;

/** A number with a format of STYLES, or with Excel's own short date. */
export const styled = (value: number | string, format: string): CellValue => ({
  xml: ` s="${format === 'short date' ? STYLES.length : STYLES.indexOf(format)}"><v>${value}</v>`,
});
export const inline = (text: string): CellValue => ({ xml: ` t="inlineStr"><is><t>${escaped(text)}</t></is>` });

interface SheetContent {
  name?: string;
  state?: 'visible' | 'hidden' | 'veryHidden';
  /** The rows by their numbers, or from row 1 on. */
  rows: readonly (readonly CellValue[])[] | Readonly<Record<number, readonly CellValue[]>>;
  /** XML after the rows. */
  after?: string;
}

const columnName = (index: number): string =>
  index < 26 ? String.fromCharCode(65 + index) : columnName(Math.floor(index / 26) - 1) + columnName(index % 26);

/** The sheet's XML; texts are added to the shared strings. */
function sheetPart({ rows, after = '' }: SheetContent, strings: Map<string, number>): string {
  const shared = (text: string): number => {
    const index = strings.get(text) ?? strings.size;
    strings.set(text, index);
    return index;
  };
  const numbered = Array.isArray(rows) ? rows.map((cells, i) => [i + 1, cells] as const) : Object.entries(rows);
  const body = numbered.map(([row, cells]: readonly [string | number, readonly CellValue[]]) => {
    const texts = cells.map((value, i) => {
      if (value === undefined) return '';
      const start = `<c r="${columnName(i)}${row}"`;
      if (typeof value === 'number') return `${start}><v>${value}</v></c>`;
      return typeof value === 'string' ? `${start} t="s"><v>${shared(value)}</v></c>` : `${start}${value.xml}</c>`;
    });
    return `<row r="${row}" spans="1:${cells.length}">${texts.join('')}</row>`;
  });
  return `${HEAD}<worksheet xmlns="${MAIN}"><sheetData>${body.join('')}</sheetData>${after}</worksheet>`;
}

/** The parts of a workbook by their names. */
export function workbookParts(...sheets: readonly SheetContent[]): Record<string, string> {
  const strings = new Map<string, number>();
  const parts = sheets.map((sheet, i) => [`xl/worksheets/sheet${i + 1}.xml`, sheetPart(sheet, strings)]);
  const list = sheets.map(
    ({ name, state = 'visible' }, i) =>
      `<sheet name="${escaped(name ?? `Sheet${i + 1}`)}" sheetId="${i + 1}" state="${state}" r:id="rId${i + 1}"/>`,
  );
  const related = (entries: readonly (readonly [id: string, type: string, target: string])[]) =>
    `${HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${entries
      .map(([id, type, target]) => `<Relationship Id="${id}" Type="${RELATED}/${type}" Target="${target}"/>`)
      .join('')}</Relationships>`;
  return {
    '[Content_Types].xml': `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    '_rels/.rels': related([['rId1', 'officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${RELATED}"><workbookPr/><sheets>${list.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': related([
      ...sheets.map((_, i) => [`rId${i + 1}`, 'worksheet', `worksheets/sheet${i + 1}.xml`] as const),
      ['rIdStyles', 'styles', 'styles.xml'],
      ['rIdStrings', 'sharedStrings', '/xl/sharedStrings.xml'],
    ]),
    ...Object.fromEntries(parts),
    'xl/styles.xml': STYLES_PART,
    'xl/sharedStrings.xml': `${HEAD}<sst xmlns="${MAIN}">${[...strings.keys()]
      .map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`)
      .join('')}</sst>`,
  };
}

export const workbook = (...sheets: readonly SheetContent[]): Buffer => zip(workbookParts(...sheets));
