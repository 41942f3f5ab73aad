const UNITS = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** A number followed by m, h or d. */
export const DURATION = /^[1-9]\d{0,5}[mhd]$/;

/** Milliseconds of a duration such as `24h`. */
export const parseDuration = (text: string): number =>
  Number.parseInt(text, 10) * UNITS[text.at(-1) as keyof typeof UNITS];

/** As `parseDuration`; undefined for an empty text, which means forever. */
export const optionalDuration = (text: string): number | undefined => (text === '' ? undefined : parseDuration(text));
