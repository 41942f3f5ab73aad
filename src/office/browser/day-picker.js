// A calendar next to date fields, in the language of the page. The controls of browsers follow their own language.
// Without JavaScript dates are typed.

const DAY_MILLIS = 86_400_000;
const BANGKOK_MILLIS = 7 * 3_600_000;

/** Days are UTC dates, so that they have no hours. */
const bangkokToday = () => Math.floor((Date.now() + BANGKOK_MILLIS) / DAY_MILLIS) * DAY_MILLIS;

const dateFormat = (options) =>
  new Intl.DateTimeFormat(document.documentElement.lang === 'th' ? 'th-TH-u-ca-buddhist' : 'en-GB', {
    ...options,
    timeZone: 'UTC',
  });
/** Without the era that some browsers add in Thai. */
const dateText = (day, options) =>
  dateFormat(options)
    .formatToParts(day)
    .filter(({ type }) => type !== 'era')
    .map(({ value }) => value)
    .join('')
    .replace(/\bSept\b/, 'Sep') // the other months have three letters
    .replace(/\s+/g, ' ')
    .trim();

/** The short names of weekdays are long in Thai. */
const weekdayLength = () => (document.documentElement.lang === 'th' ? 'narrow' : 'short');

/** Weeks begin on Sunday in Thai and on Monday in English. */
const weekStart = (day) => {
  const first = document.documentElement.lang === 'th' ? 0 : 1;
  return day - ((new Date(day).getUTCDay() - first + 7) % 7) * DAY_MILLIS;
};

function addMonths(day, months) {
  const date = new Date(day);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months];
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(date.getUTCDate(), last));
}

const MOVES = {
  ArrowLeft: (day) => day - DAY_MILLIS,
  ArrowRight: (day) => day + DAY_MILLIS,
  ArrowUp: (day) => day - 7 * DAY_MILLIS,
  ArrowDown: (day) => day + 7 * DAY_MILLIS,
  Home: weekStart,
  End: (day) => weekStart(day) + 6 * DAY_MILLIS,
  PageUp: (day) => addMonths(day, -1),
  PageDown: (day) => addMonths(day, 1),
};

document.addEventListener('click', (event) => {
  const open = document.querySelector('.day-picker');
  if (open && event.composedPath().includes(open)) return;
  const opener = event.target.closest?.('[data-picks-day]');
  const isOwn = open?.previousElementSibling === opener;
  open?.remove();
  if (opener && !isOwn) openDayPicker(opener);
});

function openDayPicker(opener) {
  const picker = document.createElement('div');
  picker.className = 'day-picker';
  picker.role = 'dialog';
  picker.ariaLabel = opener.ariaLabel;
  opener.after(picker);
  drawMonth(picker, chosenDay(opener) ?? bangkokToday());
  picker.classList.toggle('end', picker.getBoundingClientRect().right > innerWidth);
  picker.addEventListener('keydown', (event) => {
    const day = Number(document.activeElement.dataset.day);
    if (event.key === 'Escape') closeDayPicker(picker);
    else if (event.key in MOVES && day) drawMonth(picker, MOVES[event.key](day));
    else return;
    event.preventDefault();
  });
}

/** The day in the field; undefined if it is none. */
const chosenDay = (opener) => window.typedDay(opener.previousElementSibling.value);

function closeDayPicker(picker) {
  picker.previousElementSibling.focus();
  picker.remove();
}

/** Shows the month of a day and focuses the day. */
function drawMonth(picker, focused) {
  const opener = picker.previousElementSibling;
  const chosen = chosenDay(opener);
  const month = new Date(focused).getUTCMonth();
  const first = weekStart(focused - (new Date(focused).getUTCDate() - 1) * DAY_MILLIS);
  const week = Array.from({ length: 7 }, (_, i) => i * DAY_MILLIS);
  const head = week.map((offset) => `<th scope="col">${dateText(first + offset, { weekday: weekdayLength() })}</th>`);
  picker.innerHTML = `<header><button type="button">‹</button><strong aria-live="polite"></strong>
    <button type="button">›</button></header><table><thead><tr>${head.join('')}</tr></thead><tbody></tbody></table>`;
  picker.querySelector('strong').textContent = dateText(focused, { month: 'long', year: 'numeric' });
  const [previous, next] = picker.querySelectorAll('header button');
  previous.ariaLabel = opener.dataset.previous;
  next.ariaLabel = opener.dataset.next;
  previous.addEventListener('click', () => turnPage(picker, addMonths(focused, -1), 0));
  next.addEventListener('click', () => turnPage(picker, addMonths(focused, 1), 1));
  for (let start = first; start === first || new Date(start).getUTCMonth() === month; start += 7 * DAY_MILLIS) {
    const row = picker.querySelector('tbody').insertRow();
    for (const offset of week) row.insertCell().append(dayButton(start + offset, { picker, focused, chosen, month }));
  }
  picker.querySelector(`[data-day="${focused}"]`).focus();
}

/** Shows another month. The focus stays on the button, so that it can be pressed again. */
function turnPage(picker, day, button) {
  drawMonth(picker, day);
  picker.querySelectorAll('header button')[button].focus();
}

function dayButton(day, { picker, focused, chosen, month }) {
  const button = document.createElement('button');
  Object.assign(button, {
    type: 'button',
    tabIndex: day === focused ? 0 : -1,
    textContent: new Date(day).getUTCDate(),
  });
  button.dataset.day = day;
  button.ariaLabel = dateText(day, { day: 'numeric', month: 'long', year: 'numeric' });
  if (day === chosen) button.ariaPressed = 'true';
  if (day === bangkokToday()) button.ariaCurrent = 'date';
  button.classList.toggle('other', new Date(day).getUTCMonth() !== month);
  button.addEventListener('click', () => pickDay(picker, day));
  return button;
}

function pickDay(picker, day) {
  const opener = picker.previousElementSibling;
  const field = opener.previousElementSibling;
  const text = dateText(day, { day: 'numeric', month: 'short', year: 'numeric' });
  field.value = opener.dataset.time === undefined ? text : `${text} ${timeIn(field.value) ?? defaultTime(opener)}`;
  for (const name of ['input', 'change']) field.dispatchEvent(new Event(name, { bubbles: true }));
  picker.remove();
  field.focus();
}

const timeIn = (text) => /(?:^|\s)(\d{1,2}[:.]\d\d)(?:\s|$)/.exec(text)?.[1];

const defaultTime = ({ dataset: { time } }) =>
  time === 'now' ? new Date(Date.now() + BANGKOK_MILLIS).toISOString().slice(11, 16) : time;
