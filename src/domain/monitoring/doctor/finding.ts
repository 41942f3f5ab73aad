/** A problem and how to fix it, printed on one line. */
export interface Finding {
  /** Its subject, for programs: `disk`, `backup`, … */
  check: string;
  trouble: string;
  cure: string;
}

/** Drops the results of passed checks. */
export const findingsOf = (...found: (Finding | undefined | false)[]): Finding[] =>
  found.filter((one): one is Finding => one !== undefined && one !== false);

/** `75 MB`. */
export function sizeText(bytes: number): string {
  if (bytes >= 2 ** 30) return `${(bytes / 2 ** 30).toFixed(1)} GB`;
  return bytes >= 2 ** 20 ? `${Math.ceil(bytes / 2 ** 20)} MB` : `${Math.ceil(bytes / 2 ** 10)} kB`;
}

const MINUTE = 60_000;

/** `3 hours`, rounded down. */
export function spanText(millis: number): string {
  const minutes = Math.floor(millis / MINUTE);
  if (minutes < 120) return minutes === 1 ? '1 minute' : `${minutes} minutes`;
  return minutes < 2_880 ? `${Math.floor(minutes / 60)} hours` : `${Math.floor(minutes / 1_440)} days`;
}
