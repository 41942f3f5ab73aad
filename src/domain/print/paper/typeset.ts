export type Face = 'regular' | 'bold';

/** Line height relative to the size. High Thai marks may come close to low vowels of the line above. */
export const LEADING = 1.36;

/** Line height relative to the size. Thai marks of two lines never touch. */
export const ROOMY: Readonly<Record<Face, number>> = { regular: 1.6, bold: 1.65 };

/** Width in thousandths of the font size. */
export type Measure = (text: string, face: Face) => number;

interface TextTools {
  measure: Measure;
  words: Intl.Segmenter;
  graphemes: Intl.Segmenter;
}

export const textTools = (measure: Measure): TextTools => ({
  measure,
  words: new Intl.Segmenter('th', { granularity: 'word' }),
  graphemes: new Intl.Segmenter('th', { granularity: 'grapheme' }),
});

/** Text to break into lines: a lazy list of units. Lines break only between units. */
export interface TextFlow {
  readonly face: Face;
  readonly unit: (index: number) => Unit | undefined;
  readonly width: (text: string) => number;
  /** Characters with their marks. */
  readonly graphemes: (text: string) => Iterable<{ segment: string }>;
}

interface Unit {
  text: string;
  /** Separator from the previous unit on the same line. `\n` starts a new line. */
  glue: '' | ' ' | '\n';
}

/** A position in the text: the index of a unit and the characters of it that precede the position. */
export interface TextPosition {
  unit: number;
  offset: number;
}

export const START: TextPosition = { unit: 0, offset: 0 };

export function textFlow(text: string, face: Face, { measure, words, graphemes }: TextTools): TextFlow {
  const units = unitsOf(text, words);
  const read: Unit[] = [];
  return {
    face,
    width: (part) => measure(part, face),
    graphemes: (part) => graphemes.segment(part),
    unit: (index) => {
      while (read.length <= index) {
        const { value, done } = units.next();
        if (done) return undefined;
        read.push(value);
      }
      return read[index];
    },
  };
}

interface Room {
  width: number;
  size: number;
  maxLines: number;
  /** Share of the line width. Longer words between spaces may be broken. */
  unbroken?: number | undefined;
}

/** Short words of several units stay together, such as `ต.สุเทพ`. */
const SHORT_WORD = 0.45;

/** The next lines of the text; `to` is undefined at its end. */
export function takeLines(
  flow: TextFlow,
  from: TextPosition,
  { size, maxLines, unbroken = SHORT_WORD, ...room }: Room,
): { lines: string[]; to: TextPosition | undefined; breaksWord: boolean } {
  const lines: string[] = [];
  const width = (room.width * 1000) / size;
  let position = from;
  let breaksWord = false;
  for (let unit = flow.unit(position.unit); unit; unit = flow.unit(position.unit)) {
    breaksWord ||= lines.length > 0 && (position.offset > 0 || unit.glue === '');
    if (lines.length >= maxLines) return { lines, to: position, breaksWord };
    const { text, to } = takeLine(flow, position, { width, unbroken: width * unbroken });
    lines.push(text);
    position = to;
  }
  return { lines, to: undefined, breaksWord };
}

function takeLine(
  flow: TextFlow,
  from: TextPosition,
  { width, unbroken }: { width: number; unbroken: number },
): { text: string; to: TextPosition } {
  let { unit: index, offset } = from;
  let text = '';
  let used = 0;
  for (let unit = flow.unit(index); unit; unit = flow.unit(index)) {
    const isFirst = text === '';
    if (
      !isFirst &&
      (unit.glue === '\n' || (unit.glue === ' ' && belongsOnNextLine(flow, index, unbroken, width - used)))
    )
      break;
    const part = (isFirst ? '' : unit.glue) + unit.text.slice(offset);
    const partWidth = flow.width(part);
    if (used + partWidth > width) {
      if (!isFirst) break;
      const head = fittingPrefix(flow, part, width);
      if (head.length < part.length) return { text: head, to: { unit: index, offset: offset + head.length } };
    }
    text += part;
    used += partWidth;
    index += 1;
    offset = 0;
  }
  return { text, to: { unit: index, offset: 0 } };
}

/** Keeps the units of a word together. */
function belongsOnNextLine(flow: TextFlow, index: number, unbroken: number, left: number): boolean {
  let needed = flow.width(' ');
  for (let i = index, unit = flow.unit(i); unit && (i === index || unit.glue === ''); unit = flow.unit(++i)) {
    needed += flow.width(unit.text);
    if (needed > unbroken) return false;
  }
  return needed > left;
}

/** As much text as fits the width, at least one character with its marks. */
function fittingPrefix(flow: TextFlow, text: string, width: number): string {
  let head = '';
  let used = 0;
  for (const { segment } of flow.graphemes(text)) {
    used += flow.width(segment);
    if (head !== '' && used > width) break;
    head += segment;
  }
  return head;
}

interface Fitted {
  size: number;
  leading: number;
  lines: string[];
  /** Start of the text that does not fit at the minimum size; undefined if all of it fits. */
  rest: TextPosition | undefined;
}

const STEP = 0.5;

/** Share of a line by which text may exceed its box: allows for rounding errors. */
const TOLERANCE = 0.01;

export interface Sizes {
  max: number;
  min: number;
  /** Uses `ROOMY` line height, except at the minimum size. */
  roomy?: boolean | undefined;
  /** At this size and above, lines break only at spaces if that fits the box. */
  wholeWordsFrom?: number | undefined;
}

/** Breaks the text into lines at the largest size that fits the box, from `max` down to `min` points. */
export function fit(
  flow: TextFlow,
  box: { width: number; height: number },
  { max, min, roomy = false, wholeWordsFrom = Number.POSITIVE_INFINITY }: Sizes,
): Fitted {
  const set = (size: number, unbroken?: number) => {
    const leading = roomy && size > min ? ROOMY[flow.face] : LEADING;
    const maxLines = Math.max(1, Math.floor(box.height / (size * leading) + TOLERANCE));
    const { lines, to, breaksWord } = takeLines(flow, START, { width: box.width, size, maxLines, unbroken });
    return { fitted: { size, leading, lines, rest: to }, breaksWord };
  };
  for (let size = max; size >= Math.max(min, wholeWordsFrom); size -= STEP) {
    const { fitted, breaksWord } = set(size, 1);
    if (!fitted.rest && !breaksWord) return fitted;
  }
  for (let size = max; ; size = Math.max(min, size - STEP)) {
    const { fitted } = set(size);
    if (!fitted.rest || size <= min) return fitted;
  }
}

/** Text is segmented in chunks: a text without spaces can be very long. */
const CHUNKS = /(\s*)(\S{1,600})/gu;

function* unitsOf(text: string, words: Intl.Segmenter): Generator<Unit, undefined> {
  for (const [, gap = '', chunk = ''] of text.matchAll(CHUNKS)) {
    const glue = gap.includes('\n') ? '\n' : gap === '' ? '' : ' ';
    yield* UNSPACED.test(chunk) ? wordUnits(chunk, glue, words) : [{ text: chunk, glue }];
  }
}

const UNSPACED_SCRIPTS = '\\p{Script=Thai}\\p{Script=Myanmar}\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}';

/** Scripts without spaces between words. */
const UNSPACED = new RegExp(`[${UNSPACED_SCRIPTS}]`, 'u');
/** Lines break between their words, but not before marks of the previous word. */
const ENDS_WORD = new RegExp(`[${UNSPACED_SCRIPTS})\\]}”，。、；：！？）》」]$`, 'u');
const BEGINS_WORD = new RegExp(`^(?![ๆฯ၊။々ー])[${UNSPACED_SCRIPTS}([{“（《「]`, 'u');

function* wordUnits(chunk: string, glue: Unit['glue'], words: Intl.Segmenter): Generator<Unit, undefined> {
  let unit: Unit = { text: '', glue };
  for (const { segment } of words.segment(chunk)) {
    if (unit.text !== '' && ENDS_WORD.test(unit.text) && BEGINS_WORD.test(segment)) {
      yield unit;
      unit = { text: '', glue: '' };
    }
    unit.text += segment;
  }
  yield unit;
}
