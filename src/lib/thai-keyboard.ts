// A USB scanner types keys. If the Kedmanee (TIS 820-2538) layout of the device is on, `DC-L250` arrives as `ฏฉขศ/ถจ`.

/** The keys of a US keyboard, row by row, without and with Shift, and what they type with the Kedmanee layout. */
const ROWS: readonly (readonly [us: string, kedmanee: string])[] = [
  ['`1234567890-=', '_ๅ/-ภถุึคตจขช'],
  ['~!@#$%^&*()_+', '%+๑๒๓๔ู฿๕๖๗๘๙'],
  ['qwertyuiop[]\\', 'ๆไำพะัีรนยบลฃ'],
  ['QWERTYUIOP{}|', '๐"ฎฑธํ๊ณฯญฐ,ฅ'],
  ["asdfghjkl;'", 'ฟหกดเ้่าสวง'],
  ['ASDFGHJKL:"', 'ฤฆฏโฌ็๋ษศซ.'],
  ['zxcvbnm,./', 'ผปแอิืทมใฝ'],
  ['ZXCVBNM<>?', '()ฉฮฺ์?ฒฬฦ'],
];

const US_KEYS: ReadonlyMap<string, string> = new Map(
  ROWS.flatMap(([us, kedmanee]) => [...kedmanee].map((typed, at) => [typed, us[at] ?? typed] as const)),
);

/** The text that the same keys type on a US keyboard; undefined if the Kedmanee layout cannot type the text. */
export function fromThaiKeyboard(typed: string): string | undefined {
  const text = typed.trim();
  const keys = [...text].map((character) => (character === ' ' ? ' ' : US_KEYS.get(character)));
  return keys.length < 2 || keys.includes(undefined) ? undefined : keys.join('');
}

/** What is found for the scan as typed, else for the same keys on a US keyboard. */
export function findScanned<Found>(
  typed: string,
  find: (text: string) => Found,
  isFound: (found: Found) => boolean = (found) => found !== undefined,
): Found {
  const found = find(typed);
  const keys = isFound(found) ? undefined : fromThaiKeyboard(typed);
  if (keys === undefined) return found;
  const retried = find(keys);
  return isFound(retried) ? retried : found;
}
