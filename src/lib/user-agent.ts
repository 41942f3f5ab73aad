// Browsers name themselves in the User-Agent header, most of them after the browsers that they are compatible with. So the
// first match wins.

const BROWSERS: readonly [pattern: RegExp, name: string][] = [
  [/\bLine\//, 'LINE'],
  [/\bFB(AN|AV|_IAB)\b/, 'Facebook'],
  [/\bInstagram\b/, 'Instagram'],
  [/\bEdg(A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const SYSTEMS: readonly [pattern: RegExp, name: string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

const nameIn = (text: string, names: readonly [RegExp, string][]) => names.find(([pattern]) => pattern.test(text))?.[1];

/** The browser and the system of a User-Agent; undefined if unknown. */
export const browserOf = (userAgent: string): { browser: string | undefined; system: string | undefined } => ({
  browser: nameIn(userAgent, BROWSERS),
  system: nameIn(userAgent, SYSTEMS),
});
