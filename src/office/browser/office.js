// What pages do by themselves where there is JavaScript; all of them work without it.

document.documentElement.classList.add('scripted');

/** A list whose choice needs no button. */
document.addEventListener('change', ({ target }) => {
  if (target.matches('[data-submits]')) target.form.requestSubmit();
});

/** A box that ticks all boxes of a name in its form or table. */
document.addEventListener('change', ({ target }) => {
  const name = target.dataset?.ticksAll;
  if (!name) return;
  for (const box of document.querySelectorAll(`input[type=checkbox][name="${name}"]`)) box.checked = target.checked;
});

/** A button that copies the text of the element it names; where the browser will not, the text is selected for it. */
document.addEventListener('click', async ({ target }) => {
  const button = target.closest?.('[data-copies]');
  if (!button) return;
  const { copied, copies, selected } = button.dataset;
  button.textContent = (await copy(document.querySelector(copies))) ? copied : selected;
});

/** Whether the element's text is in the clipboard. Over plain http there is none but for what is selected. */
async function copy(element) {
  try {
    await navigator.clipboard.writeText(element.textContent);
    return true;
  } catch {
    getSelection().selectAllChildren(element);
    return document.execCommand('copy');
  }
}

/** `/` goes to the page's search, as far as nothing is being typed. */
document.addEventListener('keydown', (event) => {
  const typing = event.target.closest?.('input, select, textarea, [contenteditable]');
  if (event.key !== '/' || typing || event.ctrlKey || event.metaKey || event.altKey) return;
  const search = document.querySelector('[type=search]');
  if (!search) return;
  event.preventDefault();
  search.focus();
});

/**
 * A field whose arrow keys go through the buttons of the list that it controls: Enter presses the one that they are at,
 * Escape puts the list away until something else is typed.
 */
const pickedBy = (field) => document.getElementById(field.getAttribute('aria-activedescendant'));

function pick(field, button) {
  pickedBy(field)?.classList.remove('picked');
  button?.classList.add('picked');
  button?.scrollIntoView({ block: 'nearest' });
  if (button) field.setAttribute('aria-activedescendant', button.id);
  else field.removeAttribute('aria-activedescendant');
}

function putAway(field, list) {
  pick(field);
  list.hidden = true;
}

const PICKING = {
  ArrowDown: (field, _, buttons) => pick(field, buttons[buttons.indexOf(pickedBy(field)) + 1] ?? buttons[0]),
  ArrowUp: (field, _, buttons) => pick(field, buttons.at(Math.max(buttons.indexOf(pickedBy(field)), 0) - 1)),
  Enter(field, list) {
    pickedBy(field).click();
    putAway(field, list);
    field.select();
  },
  Escape: putAway,
};

document.addEventListener('keydown', (event) => {
  const field = event.target;
  if (!field.matches?.('[data-picks]') || event.isComposing) return;
  const list = document.getElementById(field.getAttribute('aria-controls'));
  const buttons = list && !list.hidden ? [...list.querySelectorAll('button')] : [];
  if (buttons.length === 0 || !(event.key in PICKING) || (event.key === 'Enter' && !pickedBy(field))) return;
  event.preventDefault();
  PICKING[event.key](field, list, buttons);
});

document.addEventListener('input', ({ target }) => {
  if (target.matches('[data-picks]')) pick(target);
});

/** A file that is printed as soon as its page is there. Beside it is a link to the same, for where that cannot be. */
function printFiles(root) {
  if (!mayPrint()) return;
  for (const element of root.querySelectorAll('[data-prints]')) {
    const text = element.firstChild;
    const isThere = text.textContent;
    text.textContent = element.dataset.opening;
    const frame = document.createElement('iframe');
    frame.hidden = true;
    frame.src = element.dataset.prints;
    frame.addEventListener('load', () => {
      text.textContent = isThere;
      try {
        frame.contentWindow.print();
      } catch {
        frame.remove();
      }
    });
    element.append(frame);
  }
}

/** Phones print no file in a frame, and Chromium without a screen, which tests steer, crashes at it. */
const mayPrint = () => !navigator.webdriver && !matchMedia('(pointer: coarse)').matches;
printFiles(document);

/** Of tabs that do not fit beside each other the current one is in sight. */
const showTab = () =>
  document.querySelector('.tabs [aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
showTab();
document.addEventListener('htmx:after:swap', showTab);

/** Where somebody was when something came anew. */
let was = {};
document.addEventListener('htmx:before:swap', () => {
  was = { page: location.pathname, id: document.activeElement?.id };
});

/** The field that somebody was in, where the same page came again: what it holds gives way to what is typed next. */
function fieldAgain() {
  const field = was.id && was.page === location.pathname ? document.getElementById(was.id) : null;
  if (field?.type === 'search') field.select();
  return field;
}

/** A page that came in place of another is read from its start. */
document.addEventListener('htmx:after:swap', ({ detail }) => {
  const target = detail?.ctx?.target ?? detail?.target;
  if (target !== document.body) return;
  printFiles(document);
  const first =
    document.querySelector('[autofocus], [aria-invalid]') ?? fieldAgain() ?? document.querySelector('#page');
  first?.focus({ preventScroll: first.id === 'page' });
});

/** What was typed into a form that is marked so is not left behind without a word. */
let isLeaving = false;
const isChanged = (field) =>
  field.type === 'checkbox' ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;

/** The mark of a form with something in it that is not saved. */
const unsavedMark = () =>
  [...document.querySelectorAll('[data-unsaved]')].find((mark) => {
    const { elements } = mark.closest('form');
    return [...elements].some(
      (field) => field.matches('[aria-invalid]') || (field.matches('input') && isChanged(field)),
    );
  });

function leave(event) {
  const mark = isLeaving ? undefined : unsavedMark();
  if (!mark) return;
  isLeaving = event.target === mark.closest('form') || confirm(mark.dataset.unsaved);
  if (isLeaving) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** Whether the page itself gives way to where the link leads. */
const leads = (link) =>
  link && !link.target && !link.hasAttribute('download') && !link.getAttribute('href').startsWith('#');

document.addEventListener('submit', leave, true);
document.addEventListener(
  'click',
  (event) => {
    const isAside = event.ctrlKey || event.metaKey || event.shiftKey;
    if (!isAside && leads(event.target.closest?.('a[href]'))) leave(event);
  },
  true,
);
addEventListener('beforeunload', (event) => {
  if (!isLeaving && unsavedMark()) event.preventDefault();
});
for (const name of ['input', 'htmx:after:swap'])
  document.addEventListener(name, () => {
    isLeaving = false;
  });
