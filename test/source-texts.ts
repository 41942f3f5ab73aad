// Reads the texts that a source file writes down, without running it.

/** A string, or a template with its gaps: `texts` has one more than `gaps`, which are expressions. */
export interface SourceText {
  start: number;
  end: number;
  texts: readonly string[];
  gaps: readonly string[];
}

const BEFORE_REGEX = /(?:^|[(,=:[!&|?{};>]|\breturn)\s*$/;

/** The outermost texts of the source, in their order; those in the gaps of a template are in its gaps. */
export function sourceTexts(source: string): SourceText[] {
  const found: SourceText[] = [];
  for (let at = 0; at < source.length; ) {
    const text = textAt(source, at);
    if (text) found.push(text);
    at = text?.end ?? pastOther(source, at);
  }
  return found;
}

function textAt(source: string, start: number): SourceText | undefined {
  const quote = source[start] ?? '';
  if (!`'"\``.includes(quote) || quote === '') return undefined;
  const texts: string[] = [];
  const gaps: string[] = [];
  let text = '';
  let at = start + 1;
  while (at < source.length && source[at] !== quote) {
    if (quote === '`' && source.startsWith('${', at)) {
      const end = closing(source, at + 1);
      gaps.push(source.slice(at + 2, end - 1).trim());
      texts.push(text);
      text = '';
      at = end;
    } else {
      if (source[at] === '\\') at += 1;
      text += source[at];
      at += 1;
    }
  }
  return { start, end: at + 1, texts: [...texts, text], gaps };
}

/** Past a comment, a regular expression or one sign. */
function pastOther(source: string, at: number): number {
  if (source.startsWith('//', at)) return past(source, '\n', at);
  if (source.startsWith('/*', at)) return past(source, '*/', at);
  if (source[at] !== '/' || !BEFORE_REGEX.test(source.slice(Math.max(0, at - 20), at))) return at + 1;
  const [regex] = /^\/(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\[\n])+\//.exec(source.slice(at)) ?? [];
  return at + (regex?.length ?? 1);
}

const past = (source: string, mark: string, at: number): number => {
  const found = source.indexOf(mark, at);
  return found < 0 ? source.length : found + mark.length;
};

/** Behind the bracket that closes the one at `open`. */
export function closing(source: string, open: number): number {
  let depth = 0;
  for (let at = open; at < source.length; ) {
    const sign = source[at] as string;
    if ('([{'.includes(sign)) depth += 1;
    if (')]}'.includes(sign)) depth -= 1;
    at = textAt(source, at)?.end ?? pastOther(source, at);
    if (depth === 0) return at;
  }
  return source.length;
}
