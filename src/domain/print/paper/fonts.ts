import { type AssetName, asset } from '../../../lib/assets.ts';
import { BURMESE_FEATURES, burmeseGlyphOrder, repairContexts, type Substitutions } from './burmese.ts';
import type { HasGlyph } from './printable-data.ts';
import { type Run, runsOf, type Script } from './scripts.ts';
import type { Face, Measure } from './typeset.ts';

const SARABUN = 'node_modules/@expo-google-fonts/sarabun';
const MYANMAR = 'node_modules/@expo-google-fonts/noto-sans-myanmar';
const CHINESE = 'node_modules/@expo-google-fonts/noto-sans-sc/500Medium/NotoSansSC_500Medium.ttf';
const EMOJI = 'node_modules/@expo-google-fonts/noto-emoji/700Bold/NotoEmoji_700Bold.ttf';

const FONTS: Record<Script, Record<Face, AssetName>> = {
  sarabun: { regular: `${SARABUN}/400Regular/Sarabun_400Regular.ttf`, bold: `${SARABUN}/700Bold/Sarabun_700Bold.ttf` },
  burmese: {
    regular: `${MYANMAR}/400Regular/NotoSansMyanmar_400Regular.ttf`,
    bold: `${MYANMAR}/700Bold/NotoSansMyanmar_700Bold.ttf`,
  },
  chinese: { regular: CHINESE, bold: CHINESE },
  emoji: { regular: EMOJI, bold: EMOJI },
};

/** Relative to the size of the text: the fonts fill their lines differently. */
const SCALES: Record<Script, number> = { sarabun: 1, burmese: 0.85, chinese: 0.92, emoji: 0.8 };

/** pdfkit's internals: the font, and the characters that the file maps its glyphs to. */
interface Embedded {
  font: { hasGlyphForCodePoint: (codePoint: number) => boolean; GSUB: Substitutions };
  encode: (text: string) => unknown;
  unicode: number[][];
  /** Thousandths of the font size. */
  ascender: number;
}

const FACES = ['regular', 'bold'] as const;

const SARA_AA = '\u0e32';
const [SARA_AM, NIKHAHIT] = [0xe33, 0xe4d];

/** The fonts of a document. A font is read when a text needs it, and the file contains only the glyphs that are used. */
export interface Fonts {
  hasGlyph: HasGlyph;
  measure: Measure;
  /** Writes one line with its upper left corner at this point. */
  writeLine: (line: string, face: Face, at: { x: number; y: number; size: number }) => void;
  /** Call it before the document ends. */
  finish: () => void;
}

export function openFonts(doc: PDFKit.PDFDocument): Fonts {
  const select = fontSelector(doc);
  const sarabun = FACES.map((face) => select('sarabun', face));
  const measure = cachedMeasure((run, face) => {
    select(run.script, face);
    return doc.fontSize(1000 * SCALES[run.script]).widthOfString(glyphOrder(run), optionsOf(run));
  });
  return {
    measure,
    hasGlyph: (character) => {
      const script = runsOf(character)[0]?.script ?? 'sarabun';
      const fonts = script === 'sarabun' ? sarabun : [select(script, 'regular')];
      const codePoints = visibleCodePoints(character);
      return (
        codePoints.length > 0 &&
        fonts.every(({ font }) => codePoints.every((codePoint) => font.hasGlyphForCodePoint(codePoint)))
      );
    },
    writeLine: (line, face, { x, y, size }) => {
      const baseline = y + (select('sarabun', face).ascender * size) / 1000;
      let left = x;
      for (const run of runsOf(line)) {
        const runSize = size * SCALES[run.script];
        const top = baseline - (select(run.script, face).ascender * runSize) / 1000;
        doc.fontSize(runSize).text(glyphOrder(run), left, top, { lineBreak: false, ...optionsOf(run) });
        left += (measure(run.text, face) * size) / 1000;
      }
    },
    finish: () => sarabun.forEach(mapSaraAm),
  };
}

/** Selects the font for the next text of the document. */
function fontSelector(doc: PDFKit.PDFDocument): (script: Script, face: Face) => Embedded {
  const known = new Map<AssetName, Embedded>();
  return (script, face) => {
    const name = FONTS[script][face];
    const isKnown = known.has(name);
    if (!isKnown) doc.registerFont(name, asset(name));
    doc.font(name);
    const embedded = known.get(name) ?? (doc as unknown as { _font: Embedded })._font;
    known.set(name, embedded);
    if (!isKnown && script === 'sarabun') embedded.encode(SARA_AA); // otherwise its glyph maps to sara am
    if (!isKnown && script === 'burmese') repairContexts(embedded.font.GSUB);
    return embedded;
  };
}

const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u;

const visibleCodePoints = (character: string): number[] =>
  [...character].filter((part) => !INVISIBLE.test(part)).map((part) => part.codePointAt(0) as number);

const glyphOrder = ({ script, text }: Run): string => (script === 'burmese' ? burmeseGlyphOrder(text) : text);

const optionsOf = ({ script }: Run) => (script === 'burmese' ? { features: [...BURMESE_FEATURES] } : {});

/** Caches widths: words repeat. */
function cachedMeasure(measureRun: (run: Run, face: Face) => number): Measure {
  const known = { regular: new Map<string, number>(), bold: new Map<string, number>() };
  return (text, face) => {
    const width = known[face].get(text) ?? runsOf(text).reduce((sum, run) => sum + measureRun(run, face), 0);
    known[face].set(text, width);
    return width;
  };
}

/** Sara am is drawn as two glyphs. Each is mapped to its half, so that the text can be searched. */
function mapSaraAm(font: Embedded): void {
  font.unicode = font.unicode.map((letters) => letters.map((letter) => (letter === SARA_AM ? NIKHAHIT : letter)));
}
