import PDFDocument from 'pdfkit';
import { asset } from '../../../lib/assets.ts';
import type { Printed } from '../print-job.ts';
import type { HasGlyph } from './legible.ts';
import { type Face, LEADING, type Measure, type TextFlow, textFlow, textTools } from './typeset.ts';

// The only file that knows pdfkit. Loaded by the print worker only.

const FONTS: Record<Face, Parameters<typeof asset>[0]> = {
  regular: 'node_modules/@expo-google-fonts/sarabun/400Regular/Sarabun_400Regular.ttf',
  bold: 'node_modules/@expo-google-fonts/sarabun/700Bold/Sarabun_700Bold.ttf',
};

/** Millimetres in points. */
export const mm = (millimetres: number): number => (millimetres * 72) / 25.4;

/** A document; lengths are points from the upper left corner of page or cell. */
export interface Paper {
  readonly doc: PDFKit.PDFDocument;
  readonly hasGlyph: HasGlyph;
  readonly measure: Measure;
  readonly textFlow: (text: string, face: Face) => TextFlow;
  readonly addPage: (width: number, height: number) => void;
  readonly close: () => Promise<Printed>;
  readonly warnings: Set<string>;
}

/** pdfkit's internals: the font, and the characters that the file maps its glyphs to. */
interface Embedded {
  font: { hasGlyphForCodePoint: HasGlyph };
  encode: (text: string) => unknown;
  unicode: number[][];
}

const [SARA_AA, SARA_AM, NIKHAHIT] = [0xe32, 0xe33, 0xe4d];

/** Sara am is drawn as two glyphs. Each is mapped to its half, so that the text can be searched. */
function mapSaraAm(font: Embedded): void {
  font.unicode = font.unicode.map((letters) => letters.map((letter) => (letter === SARA_AM ? NIKHAHIT : letter)));
}

/** @param now creation date of the document */
export function openPaper(title: string, now: number): Paper {
  const doc = new PDFDocument({
    autoFirstPage: false,
    margin: 0,
    font: '', // otherwise pdfkit reads a font file beside the program
    info: { Title: title, Creator: 'raan', Producer: 'raan', CreationDate: new Date(now) },
  });
  const embedded = (Object.keys(FONTS) as Face[]).map((face) => {
    doc.registerFont(face, asset(FONTS[face])).font(face);
    const font = (doc as unknown as { _font: Embedded })._font;
    font.encode(String.fromCodePoint(SARA_AA)); // otherwise the glyph maps to sara am
    return font;
  });
  const chunks: Buffer[] = [];
  const ended = new Promise<void>((resolve, reject) => doc.on('end', resolve).on('error', reject));
  doc.on('data', (chunk) => chunks.push(chunk));
  const measure = measureOf(doc);
  const tools = textTools(measure);
  const warnings = new Set<string>();
  let pages = 0;
  return {
    doc,
    measure,
    warnings,
    hasGlyph: (codePoint) => embedded.every(({ font }) => font.hasGlyphForCodePoint(codePoint)),
    textFlow: (text, face) => textFlow(text, face, tools),
    addPage: (width, height) => {
      pages += 1;
      doc.addPage({ size: [width, height], margin: 0 });
    },
    close: async () => {
      embedded.forEach(mapSaraAm);
      doc.end();
      await ended;
      return { pdf: Buffer.concat(chunks), pages, warnings: [...warnings] };
    },
  };
}

/** Caches widths: words repeat. */
function measureOf(doc: PDFKit.PDFDocument): Measure {
  const known = { regular: new Map<string, number>(), bold: new Map<string, number>() };
  return (text, face) => {
    const width = known[face].get(text) ?? doc.font(face).fontSize(1000).widthOfString(text);
    known[face].set(text, width);
    return width;
  };
}

interface Ink {
  face?: Face;
  size: number;
  /** Where `x` is in the line. */
  align?: 'left' | 'center' | 'right';
  color?: string;
  /** Line height relative to the size; extra space is above each line. */
  leading?: number;
}

/** Writes lines downwards from `y` and returns where they end. */
export function write(paper: Paper, lines: string | readonly string[], at: { x: number; y: number }, ink: Ink): number {
  const { face = 'regular', size, align = 'left', color = 'black', leading = LEADING } = ink;
  const { doc } = paper;
  let y = at.y;
  const over = (leading - LEADING) * size;
  for (const line of typeof lines === 'string' ? [lines] : lines) {
    const width = align === 'left' ? 0 : (paper.measure(line, face) * size) / 1000;
    const x = at.x - (align === 'right' ? width : width / 2);
    doc
      .font(face)
      .fontSize(size)
      .fillColor(color)
      .text(line, x, y + over, { lineBreak: false });
    y += size * leading;
  }
  return y;
}

/** Draws with the origin at this point. */
export function within<T>(paper: Paper, { x, y }: { x: number; y: number }, draw: () => T): T {
  paper.doc.save().translate(x, y);
  const drawn = draw();
  paper.doc.restore();
  return drawn;
}
