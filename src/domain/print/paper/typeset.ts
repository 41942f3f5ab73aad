export type Face = 'regular' | 'bold';

/** Line height relative to the size; high marks may come near deep vowels above. */
export const LEADING = 1.36;

/** Line height without any collision of Thai marks. */
export const ROOMY: Readonly<Record<Face, number>> = { regular: 1.6, bold: 1.65 };

/** Width in thousandths of the font size. */
export type Measure = (text: string, face: Face) => number;

interface Tools {
  measure: Measure;
  words: Intl.Segmenter;
  graphemes: Intl.Segmenter;
}

export const toolsOf = (measure: Measure): Tools => ({
  measure,
  words: new Intl.Segmenter('th', { granularity: 'word' }),
  graphemes: new Intl.Segmenter('th', { granularity: 'grapheme' }),
});

/** A text being set: a lazy list of units that no line break splits. */
export interface Copy {
  readonly face: Face;
  readonly unit: (index: number) => Unit | undefined;
  readonly width: (text: string) => number;
  /** Characters with their marks. */
  readonly graphemes: (text: string) => Iterable<{ segment: string }>;
}

interface Unit {
  text: string;
  /** What separates it from the previous unit on the same line; a line ends after `\n`. */
  glue: '' | ' ' | '\n';
}

/** A position in a copy: units, and characters of the next unit. */
export interface Place {
  unit: number;
  offset: number;
}

export const START: Place = { unit: 0, offset: 0 };

export function copyOf(text: string, face: Face, { measure, words, graphemes }: Tools): Copy {
  const units = unitsOf(text, words);
  const known: Unit[] = [];
  return {
    face,
    width: (part) => measure(part, face),
    graphemes: (part) => graphemes.segment(part),
    unit: (index) => {
      while (known.length <= index) {
        const { value, done } = units.next();
        if (done) return undefined;
        known.push(value);
      }
      return known[index];
    },
  };
}

/** The next lines of the copy within a width, at most `most`; `to` is undefined at the end of the copy. */
export function takeLines(
  copy: Copy,
  from: Place,
  room: { width: number; size: number; most: number },
): { lines: string[]; to: Place | undefined } {
  const lines: string[] = [];
  const width = (room.width * 1000) / room.size;
  let place = from;
  while (copy.unit(place.unit)) {
    if (lines.length >= room.most) return { lines, to: place };
    const { text, to } = takeLine(copy, place, width);
    lines.push(text);
    place = to;
  }
  return { lines, to: undefined };
}

function takeLine(copy: Copy, from: Place, width: number): { text: string; to: Place } {
  let { unit: index, offset } = from;
  let text = '';
  let used = 0;
  for (let unit = copy.unit(index); unit; unit = copy.unit(index)) {
    const isFirst = text === '';
    if (!isFirst && (unit.glue === '\n' || (unit.glue === ' ' && goesBelow(copy, index, width, width - used)))) break;
    const part = (isFirst ? '' : unit.glue) + unit.text.slice(offset);
    const wide = copy.width(part);
    if (used + wide > width) {
      if (!isFirst) break;
      const head = headWithin(copy, part, width);
      if (head.length < part.length) return { text: head, to: { unit: index, offset: offset + head.length } };
    }
    text += part;
    used += wide;
    index += 1;
    offset = 0;
  }
  return { text, to: { unit: index, offset: 0 } };
}

/** Keeps a short word of several units together, such as `ต.สุเทพ`. */
function goesBelow(copy: Copy, index: number, width: number, left: number): boolean {
  let needed = copy.width(' ');
  for (let i = index, unit = copy.unit(i); unit && (i === index || unit.glue === ''); unit = copy.unit(++i)) {
    needed += copy.width(unit.text);
    if (needed > width * KEPT_TOGETHER) return false;
  }
  return needed > left;
}

/** Share of a line's width. */
const KEPT_TOGETHER = 0.45;

/** As much text as fits the width, at least one character with its marks. */
function headWithin(copy: Copy, text: string, width: number): string {
  let head = '';
  let used = 0;
  for (const { segment } of copy.graphemes(text)) {
    used += copy.width(segment);
    if (head !== '' && used > width) break;
    head += segment;
  }
  return head;
}

interface Fitted {
  size: number;
  leading: number;
  lines: string[];
  /** Where the text breaks off at the minimum size; undefined if it fits. */
  rest: Place | undefined;
}

const STEP = 0.5;

/** A box that is too low by less than this share of a line still takes the line. */
const TOLERANCE = 0.01;

export interface Sizes {
  most: number;
  least: number;
  /** Uses `ROOMY` line height, except at the minimum size. */
  roomy?: boolean | undefined;
}

/** Sets the copy as large as it fits, from `most` down to `least` points. */
export function fit(
  copy: Copy,
  box: { width: number; height: number },
  { most: largest, least, roomy = false }: Sizes,
): Fitted {
  for (let size = largest; ; size = Math.max(least, size - STEP)) {
    const isLast = size <= least;
    const leading = roomy && !isLast ? ROOMY[copy.face] : LEADING;
    const most = Math.max(1, Math.floor(box.height / (size * leading) + TOLERANCE));
    const { lines, to } = takeLines(copy, START, { width: box.width, size, most });
    if (to === undefined || isLast) return { size, leading, lines, rest: to };
  }
}

/** Words are looked up in chunks: a text without spaces can be very long. */
const CHUNKS = /(\s*)(\S{1,600})/gu;

function* unitsOf(text: string, words: Intl.Segmenter): Generator<Unit, undefined> {
  for (const [, gap = '', chunk = ''] of text.matchAll(CHUNKS)) {
    const glue = gap.includes('\n') ? '\n' : gap === '' ? '' : ' ';
    yield* THAI.test(chunk) ? thaiUnits(chunk, glue, words) : [{ text: chunk, glue }];
  }
}

const THAI = /\p{Script=Thai}/u;
/** Lines break between Thai words, but not before marks of the previous word. */
const ENDS_WORD = /[\p{Script=Thai})\]}”]$/u;
const BEGINS_WORD = /^(?![ๆฯ])[\p{Script=Thai}([{“]/u;

function* thaiUnits(chunk: string, glue: Unit['glue'], words: Intl.Segmenter): Generator<Unit, undefined> {
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
