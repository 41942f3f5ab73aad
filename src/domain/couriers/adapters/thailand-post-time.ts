const FORM = /^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2}) (\d{1,2}):(\d{2})(?::(\d{2}))?(?:([+-])(\d{2}):(\d{2}))?$/;
const MINUTE = 60_000;
const THAI_DIGITS = '๐๑๒๓๔๕๖๗๘๙';
const BUDDHIST = 543; // years ahead
const FIRST_BUDDHIST = 2_400; // no parcel of the Christian era is as late

/**
 * The unix milliseconds of a date as Thailand Post writes it, `19/07/2562 18:12:26+07:00`: the year in the Buddhist era,
 * in full or its last two digits, or, in English answers, in the Christian era. Undefined where it is no date.
 */
export function thailandPostTime(written: string): number | undefined {
  const [, day, month, year, hour, minute, second = '0', sign, hours = '7', minutes = '0'] =
    FORM.exec(written.trim().replace(/[๐-๙]/g, (digit) => String(THAI_DIGITS.indexOf(digit)))) ?? [];
  if (day === undefined) return undefined;
  const parts = [yearOf(Number(year)), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second)];
  const local = new Date(Date.UTC(...(parts as [number, number])));
  const same = [
    local.getUTCFullYear(),
    local.getUTCMonth(),
    local.getUTCDate(),
    local.getUTCHours(),
    local.getUTCMinutes(),
    local.getUTCSeconds(),
  ].every((part, i) => part === parts[i]);
  if (!same) return undefined;
  const ahead = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
  return local.getTime() - ahead * MINUTE;
}

function yearOf(year: number): number {
  if (year < 100) return 2_500 + year - BUDDHIST;
  return year >= FIRST_BUDDHIST ? year - BUDDHIST : year;
}
