import PDFDocument from 'pdfkit';
import type { Message } from '../../../lib/messages/catalogue.ts';
import { messageToJson } from '../../../lib/messages/message.ts';
import type { Printed } from '../print-job.ts';
import { type Fonts, openFonts } from './fonts.ts';
import type { HasGlyph } from './printable-data.ts';
import { type Face, LEADING, type Measure, type TextFlow, textFlow, textTools } from './typeset.ts';

// The only file that knows pdfkit. Loaded by the print worker only.

/** Millimeters in points. */
export const mm = (millimeters: number): number => (millimeters * 72) / 25.4;

/** A document; lengths are points from the upper left corner of page or cell. */
export interface Paper {
  readonly doc: PDFKit.PDFDocument;
  readonly fonts: Fonts;
  readonly hasGlyph: HasGlyph;
  readonly measure: Measure;
  readonly textFlow: (text: string, face: Face) => TextFlow;
  /** @param scale of what is drawn on it; default: 1 */
  readonly addPage: (width: number, height: number, scale?: number) => void;
  readonly close: () => Promise<Printed>;
  /** Adds a warning to the result, once. */
  readonly warn: (warning: Message) => void;
}

/** @param now creation date of the document */
export function openPaper(title: string, now: number): Paper {
  const doc = new PDFDocument({
    autoFirstPage: false,
    margin: 0,
    font: '', // otherwise pdfkit reads a font file next to the program
    info: { Title: title, Creator: 'raan', Producer: 'raan', CreationDate: new Date(now) },
  });
  const fonts = openFonts(doc);
  const chunks: Buffer[] = [];
  const ended = new Promise<void>((resolve, reject) => doc.on('end', resolve).on('error', reject));
  doc.on('data', (chunk) => chunks.push(chunk));
  const tools = textTools(fonts.measure);
  const warnings = new Map<string, Message>();
  let pages = 0;
  return {
    doc,
    fonts,
    warn: (warning) => void warnings.set(messageToJson(warning), warning),
    hasGlyph: fonts.hasGlyph,
    measure: fonts.measure,
    textFlow: (text, face) => textFlow(text, face, tools),
    addPage: (width, height, scale = 1) => {
      pages += 1;
      doc.addPage({ size: [width, height], margin: 0 });
      if (scale !== 1) doc.scale(scale);
    },
    close: async () => {
      fonts.finish();
      doc.end();
      await ended;
      return { pdf: Buffer.concat(chunks), pages, warnings: [...warnings.values()] };
    },
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
  const { doc, fonts } = paper;
  let y = at.y;
  const over = (leading - LEADING) * size;
  for (const line of typeof lines === 'string' ? [lines] : lines) {
    const width = align === 'left' ? 0 : (paper.measure(line, face) * size) / 1000;
    const x = at.x - (align === 'right' ? width : width / 2);
    doc.fillColor(color);
    fonts.writeLine(line, face, { x, y: y + over, size });
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
