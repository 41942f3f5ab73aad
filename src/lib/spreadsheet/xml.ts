import { Parser } from 'saxen';
import { DamagedFile, FileTooLarge } from './limits.ts';

export type Attributes = Readonly<Record<string, string>>;

/** Called for each element and text. Names of elements have no namespace prefix. */
export interface XmlHandlers {
  /** The values of `attributes()` still have their entities. */
  open?: (name: string, attributes: () => Attributes) => void;
  close?: (name: string) => void;
  text?: (text: string) => void;
}

/** Longer than any tag or text of a workbook. The parser reads an incomplete one again with each part of the file. */
const MAX_TOKEN = 2 ** 20;
const MAX_DEPTH = 100;
/** A cell has two to four. */
const MAX_ELEMENTS = 20_000_000;

/** Reads an XML document in UTF-8, part by part. @throws DamagedFile if it is not well-formed, FileTooLarge */
export async function readXml(parts: AsyncIterable<Uint8Array>, handlers: XmlHandlers): Promise<void> {
  const { parser, progress } = parserOf(handlers);
  const decoder = new TextDecoder('utf-8');
  for await (const part of parts) {
    progress.pending += part.length;
    parser.write(decoder.decode(part, { stream: true }));
    if (progress.pending > MAX_TOKEN) throw new DamagedFile('a part of the workbook has a text that is too long');
    if (progress.elements > MAX_ELEMENTS) throw new FileTooLarge('a part of the workbook has too many elements');
  }
  parser.end();
}

interface Progress {
  /** Bytes since the last complete tag or text. */
  pending: number;
  elements: number;
  depth: number;
}

function parserOf({ open, close, text }: XmlHandlers): { parser: Parser; progress: Progress } {
  const progress: Progress = { pending: 0, elements: 0, depth: 0 };
  const parser = new Parser();
  parser.on('openTag', (name, attributes) => {
    progress.pending = 0;
    progress.elements += 1;
    progress.depth += 1;
    if (progress.depth > MAX_DEPTH) throw new DamagedFile('a part of the workbook is nested too deeply');
    open?.(localName(name), () => attributes() || {});
  });
  parser.on('closeTag', (name) => {
    progress.pending = 0;
    progress.depth -= 1;
    close?.(localName(name));
  });
  parser.on('text', (raw) => {
    progress.pending = 0;
    text?.(decodeEntities(raw));
  });
  parser.on('cdata', (raw) => text?.(raw));
  parser.on('error', (error) => {
    throw new DamagedFile('a part of the workbook is not well-formed XML', { cause: error });
  });
  return { parser, progress };
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', apos: "'", gt: '>', lt: '<', quot: '"' };
const ENTITY = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w+));/gi;

/** Other entities than those of XML itself stay as they are: raan reads no document type definitions. */
export const decodeEntities = (raw: string): string =>
  raw.includes('&')
    ? raw.replace(ENTITY, (whole, decimal?: string, hex?: string, name = '') => {
        if (decimal === undefined && hex === undefined) return ENTITIES[name] ?? whole;
        const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
        return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
      })
    : raw;
