const BANGKOK = 7 * 3_600_000; // no daylight saving time

/** The calendar month in Asia/Bangkok, e.g. `2026-11`. Put together from its parts, since every order asks for it. */
export function bangkokMonth(millis: number): string {
  const date = new Date(millis + BANGKOK);
  const month = date.getUTCMonth() + 1;
  return `${date.getUTCFullYear()}-${month < 10 ? '0' : ''}${month}`;
}

/** The minute in Asia/Bangkok as people read and type it, e.g. `2026-11-21 22:47`. */
export const bangkokMinute = (millis: number): string =>
  new Date(millis + BANGKOK).toISOString().slice(0, 16).replace('T', ' ');
