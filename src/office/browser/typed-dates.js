// Dates as people type them, in both calendars. The server reads them with lib/typed-dates.ts.

const BUDDHIST_YEARS = 543;
const THAI_DIGITS = '๐๑๒๓๔๕๖๗๘๙';

const monthKey = (name) => name.toLowerCase().replaceAll('.', '');

/** Numbers of the months by their names. British English alone writes Sept, American English Sep. */
function monthsByName() {
  const months = new Map();
  for (const locale of ['th', 'en-GB', 'en-US'])
    for (const month of ['short', 'long']) {
      const { format } = new Intl.DateTimeFormat(locale, { month, timeZone: 'UTC' });
      for (let i = 0; i < 12; i += 1) months.set(monthKey(format(Date.UTC(2026, i, 1))), i + 1);
    }
  return months;
}

function commonYear(text) {
  const year = Number(text);
  if (text.length === 2) return year < 43 ? 2000 + year : 2500 + year - BUDDHIST_YEARS;
  return year >= 2400 ? year - BUDDHIST_YEARS : year;
}

const ISO = /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)(?!\d)/;
const IN_DIGITS = /^(?<day>\d{1,2})[\s/.-]+(?<month>\d{1,2})[\s/.,-]+(?<year>\d{4}|\d\d)(?!\d)/;
const WITH_NAME = /^(?<day>\d{1,2})[\s/.-]*(?<name>\p{L}[\p{L}\p{M}.]*)[\s/.,-]*(?<year>\d{4}|\d\d)(?!\d)/u;

/** The typed day, with or without a time after it, as a UTC date; undefined if it is none. */
window.typedDay = (typed) => {
  const text = typed.trim().replace(/[๐-๙]/g, (digit) => THAI_DIGITS.indexOf(digit));
  const found = ISO.exec(text) ?? IN_DIGITS.exec(text) ?? WITH_NAME.exec(text);
  if (!found) return undefined;
  const { day, month, name, year } = found.groups;
  const number = name === undefined ? Number(month) : monthsByName().get(monthKey(name));
  const date = new Date(Date.UTC(commonYear(year), number - 1, Number(day)));
  const isDay = date.getUTCMonth() === number - 1 && date.getUTCDate() === Number(day);
  return isDay ? date.getTime() : undefined;
};
