const BANGKOK = 7 * 3_600_000; // no daylight saving time

/** The calendar month in Asia/Bangkok, e.g. `2026-11`. */
export const bangkokMonth = (millis: number): string => new Date(millis + BANGKOK).toISOString().slice(0, 7);
