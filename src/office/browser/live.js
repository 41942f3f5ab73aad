// Lists and Today refresh themselves while their page is visible. Nothing moves under the pointer: changes of rows are
// shown at once, new and missing rows once the list is not in use.

const REFRESH_EVERY = 10_000; // milliseconds
/** One of this many refreshes gets the page even if nothing was written: texts such as "overdue" depend on the time. */
const FULL_EVERY = 18;

/** The part that was refreshed last. Navigation to another page replaces it. */
let live;
let refreshes = 0;
/** A part that cannot be refreshed: its page is the response to a form, or the session has ended. */
let stopped;
/** The new version of the part, shown once the list is not in use. */
let waiting;

const livePart = () => document.querySelector('[data-live]');

/** Whether rows are selected, a confirmation is open, a field has the focus or a form has unsaved input. */
function isInUse(part) {
  const boxes = [...part.querySelectorAll('input[type=checkbox]')];
  return (
    boxes.some((box) => box.checked !== box.defaultChecked) ||
    document.querySelector('dialog[open], form[data-typed], details.menu[open]') !== null ||
    part.querySelector('details.confirm[open]') !== null ||
    part.contains(document.activeElement?.closest('input:not([type=checkbox]), select, textarea') ?? null)
  );
}

/** Whether the pointer or the focus is in the part, or its start is scrolled out of view. */
const isWatched = (part) =>
  part.matches(':hover') || part.contains(document.activeElement) || part.getBoundingClientRect().top < 0;

const liveRows = (part) => [...part.querySelectorAll('tbody tr')];
const rowKey = (row) => row.querySelector('a')?.getAttribute('href') ?? '';
const rowKeys = (part) => liveRows(part).map(rowKey);

async function refreshPart() {
  const part = livePart();
  if (part !== live) [live, refreshes, waiting] = [part, 0, undefined];
  if (!part || part === stopped || document.visibilityState !== 'visible' || isInUse(part)) return;
  const next = (await newPart(part)) ?? waiting;
  if (next && part.isConnected && !isInUse(part)) showPart(part, next);
}

/** The part from the server; undefined if nothing was written since. */
async function newPart(part) {
  refreshes += 1;
  const seen = refreshes % FULL_EVERY === 0 ? '' : (waiting ?? part).dataset.live;
  try {
    const headers = { 'HX-Request': 'true', 'Raan-Seen': seen };
    const response = await fetch(part.dataset.liveUrl ?? location.href, { headers });
    if (response.redirected) stopped = part;
    if (response.status !== 200 || response.redirected) return undefined;
    const next = new DOMParser().parseFromString(await response.text(), 'text/html').getElementById(part.id);
    return next?.dataset.liveOf === part.dataset.liveOf ? next : undefined;
  } catch {
    return undefined; // no connection
  }
}

const morphPart = (target, { outerHTML }) => htmx.swap({ text: outerHTML, target, swap: 'outerMorph' });

function showPart(part, next, { isForced = false } = {}) {
  for (const other of document.querySelectorAll('[data-live-too]')) {
    const current = next.ownerDocument.getElementById(other.id);
    if (current) morphPart(other, current);
  }
  const known = rowKeys(part);
  const keys = rowKeys(next);
  const added = keys.filter((key) => !known.includes(key));
  const moves = keys.join() !== known.join();
  if (moves && !isForced && isWatched(part)) {
    waiting = next;
    return announceRows(part, added.length, { withButton: true });
  }
  waiting = undefined;
  morphPart(part, next);
  const shown = document.getElementById(part.id);
  live = shown;
  for (const row of liveRows(shown)) if (added.includes(rowKey(row))) row.classList.add('new');
  announceRows(shown, isForced ? 0 : added.length, { withButton: false });
}

/** A polite message above the list. */
function announceRows(part, added, { withButton }) {
  const news = document.getElementById(`${part.id}-news`);
  if (!news) return;
  const { one, many, changed, show: label } = news.dataset;
  const count = added === 1 ? one : many.replace('{count}', added);
  const text = added > 0 ? count : withButton ? changed : '';
  if (news.dataset.text === text + withButton) return; // read out once
  news.dataset.text = text + withButton;
  news.textContent = text;
  if (!withButton) return;
  const button = document.createElement('button');
  Object.assign(button, { type: 'button', textContent: label, className: 'secondary small' });
  button.addEventListener('click', () => showPart(livePart(), waiting, { isForced: true }));
  news.append(' ', button);
}

setInterval(refreshPart, REFRESH_EVERY);
document.addEventListener('visibilitychange', refreshPart);
