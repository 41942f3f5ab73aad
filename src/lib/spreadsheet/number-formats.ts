// Numbers and dates of a workbook as texts. A cell is stored as a floating point number and an id of its format.

/** The format of a number; undefined: plain. */
export type NumberFormat = { kind: 'date' } | { kind: 'padded'; digits: number } | undefined;

/** Ids of the date formats that Excel knows without their code, also of its Thai and East Asian editions. */
const DATE_IDS: readonly (readonly [from: number, to: number])[] = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
  [71, 81],
];

/** Texts, colors, conditions and escaped characters of a format code. */
const LITERAL = /"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi;
const DATE_LETTERS = /[dmyhsb]/i;
const PADDED = /^0{2,30}$/;

/** @param code the code of a format that the workbook defines itself */
export function numberFormat(id: number, code: string | undefined): NumberFormat {
  if (code === undefined) return DATE_IDS.some(([from, to]) => id >= from && id <= to) ? { kind: 'date' } : undefined;
  if (PADDED.test(code)) return { kind: 'padded', digits: code.length };
  const letters = code.replace(LITERAL, '');
  return DATE_LETTERS.test(letters) && !/general/i.test(letters) ? { kind: 'date' } : undefined;
}

const DIGITS = 15; // that a spreadsheet shows; the others are noise of the floating point number

/** The number as the spreadsheet shows it in a wide column: no exponent, no noise. Other text is returned unchanged. */
export function numberText(raw: string, format: NumberFormat, startsIn1904: boolean): string {
  const value = Number(raw);
  if (raw.trim() === '' || !Number.isFinite(value)) return raw;
  if (format?.kind === 'date') return dateText(value, startsIn1904) ?? plainText(value);
  const text = plainText(value);
  return format?.kind === 'padded' && /^\d+$/.test(text) ? text.padStart(format.digits, '0') : text;
}

function plainText(value: number): string {
  const text = String(Number(value.toPrecision(DIGITS)));
  const exponent = /e([+-]\d+)$/.exec(text)?.[1];
  if (exponent === undefined || Number(exponent) > 0) return text;
  return Number(text)
    .toFixed(20)
    .replace(/\.?0+$/, '');
}

const DAY = 86_400_000; // milliseconds
const EPOCH = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);
const LAST_DAY = 2_958_465; // 9999-12-31
const INVENTED_LEAP_DAY = 60; // Excel has 1900-02-29

/** `2026-11-26`, `2026-11-26 13:30:00` or `13:30:00`; undefined if it is out of range. */
function dateText(value: number, startsIn1904: boolean): string | undefined {
  if (value < 0 || value > LAST_DAY) return undefined;
  const isTime = value < 1;
  const days = !startsIn1904 && !isTime && value < INVENTED_LEAP_DAY ? value + 1 : value;
  const millis = Math.round((days * DAY) / 1000) * 1000;
  const [date = '', time = ''] = new Date((startsIn1904 ? EPOCH_1904 : EPOCH) + millis).toISOString().split(/[TZ.]/);
  if (isTime) return time;
  return time === '00:00:00' ? date : `${date} ${time}`;
}
