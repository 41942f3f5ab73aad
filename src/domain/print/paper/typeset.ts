/** Which of the two fonts. */
export type Face = 'regular' | 'bold';

/** From one line to the next, of the size: close, so that a high mark may come near a deep vowel over it. */
export const LEADING = 1.36;

/** The same where there is room: the highest stack of Thai marks touches neither the deepest vowel nor a rule over it. */
export const ROOMY: Readonly<Record<Face, number>> = { regular: 1.6, bold: 1.65 };

/** The width of a text in thousandths of the size it is set in. */
export type Measure = (text: string, face: Face) => number;

/** What texts are parted and measured with. */
export interface Tools {
  measure: Measure;
  words: Intl.Segmenter;
  graphemes: Intl.Segmenter;
}

export const toolsOf = (measure: Measure): Tools => ({
  measure,
  words: new Intl.Segmenter('th', { granularity: 'word' }),
  graphemes: new Intl.Segmenter('th', { granularity: 'grapheme' }),
});

/** A text on its way into lines: in units that no line break parts, cut as far as they are asked for. */
export interface Copy {
  readonly face: Face;
  readonly unit: (index: number) => Unit | undefined;
  readonly width: (text: string) => number;
  /** Its characters, each with its marks. */
  readonly graphemes: (text: string) => Iterable<{ segment: string }>;
}

interface Unit {
  text: string;
  /** What parts it from the one before, where they share a line; a line ends after `\n`. */
  glue: '' | ' ' | '\n';
}

/** How far into a copy one has come: so many units, and so many characters of the next. */
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

/** The next lines of the copy in a width, at most so many; `to` is where they end, undefined at the end of the copy. */
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

/** A short word of several units is kept together where it can be: `ต.สุเทพ`, names. */
function goesBelow(copy: Copy, index: number, width: number, left: number): boolean {
  let needed = copy.width(' ');
  for (let i = index, unit = copy.unit(i); unit && (i === index || unit.glue === ''); unit = copy.unit(++i)) {
    needed += copy.width(unit.text);
    if (needed > width * KEPT_TOGETHER) return false;
  }
  return needed > left;
}

/** Of a line's width. */
const KEPT_TOGETHER = 0.45;

/** As much of the text as goes into the width, at least one character with its marks. */
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

export interface Fitted {
  size: number;
  leading: number;
  lines: string[];
  /** Where it broke off, though it was set as small as it may be; undefined: nowhere. */
  rest: Place | undefined;
}

const STEP = 0.5;

/** A box that a line misses by less than this part of it has room for the line. */
const TOLERANCE = 0.01;

export interface Sizes {
  most: number;
  least: number;
  /** Its lines are to be far apart; where it is as small as it may be they need not. */
  roomy?: boolean | undefined;
}

/** Sets the copy into a box, as large as it goes from `most` points down to `least`. */
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

/** At most so much is looked for words at once: a text without a space can be of any length. */
const CHUNKS = /(\s*)(\S{1,600})/gu;

function* unitsOf(text: string, words: Intl.Segmenter): Generator<Unit, undefined> {
  for (const [, gap = '', chunk = ''] of text.matchAll(CHUNKS)) {
    const glue = gap.includes('\n') ? '\n' : gap === '' ? '' : ' ';
    yield* THAI.test(chunk) ? thaiUnits(chunk, glue, words) : [{ text: chunk, glue }];
  }
}

const THAI = /\p{Script=Thai}/u;
/** Thai letters, which a line may part between words; not the marks that belong to the word before them. */
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
