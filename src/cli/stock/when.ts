import { WrongUsage } from '../shell.ts';

const MILLIS = /^[1-9]\d{11,13}$/;
const ISO = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?)(Z|[+-]\d{2}:\d{2})?)?$/;

/**
 * An argument that is a time: unix milliseconds, or ISO 8601, which is Bangkok's midnight of a date alone and Bangkok's
 * time where it names no offset.
 */
export function timeArgument(text: string, name: string): number {
  if (MILLIS.test(text)) return Number(text);
  const [, date = '', time = '00:00', offset = '+07:00'] = ISO.exec(text) ?? [];
  const millis = isDay(date) ? Date.parse(`${date}T${time}${offset}`) : Number.NaN;
  if (Number.isNaN(millis))
    throw new WrongUsage(`${name} must be unix milliseconds or ISO 8601, such as 2026-11-30T18:00; not ${text}`);
  return millis;
}

/** Date.parse takes the 31st of February for the 3rd of March. */
function isDay(date: string): boolean {
  const millis = Date.parse(`${date}T00:00Z`);
  return !Number.isNaN(millis) && new Date(millis).toISOString().startsWith(date);
}
