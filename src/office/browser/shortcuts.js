// Keyboard shortcuts, and the dialogs of the search and of the list of shortcuts.

/** Opens the dialog. The event makes htmx load its content. */
function openDialog(id) {
  const dialog = document.getElementById(id);
  if (!dialog || dialog.open) return;
  dialog.showModal();
  htmx.process(dialog); // a key may be pressed before htmx has initialized the page
  const field = dialog.querySelector('[type=search]');
  field?.select();
  (field ?? dialog).dispatchEvent(new CustomEvent('opened'));
}

/** Moves the focus to the link of another row; the first time, of the first row. */
function focusRow(step) {
  const rows = [...document.querySelectorAll('#page table[data-opens-rows] tbody tr:has(th a)')];
  rows[rows.indexOf(document.activeElement.closest('tr')) + step]?.querySelector('th a').focus();
}

const selectRow = () => clickBox(document.activeElement.closest('tr')?.querySelector('input[name="ids"]'));

const SHORTCUTS = {
  '/': () => {
    const search = document.querySelector('#page [type=search]');
    if (search) search.focus();
    else openDialog('search-dialog');
  },
  n: () => document.querySelector('#page [aria-keyshortcuts="n"]')?.click(),
  j: () => focusRow(1),
  k: () => focusRow(-1),
  x: selectRow,
  '?': () => openDialog('shortcuts-dialog'),
};

const MODIFIERS = new Set(['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock']);
const THAI = /[\u0e00-\u0e7f]/;
const THAI_LAYOUT = { Slash: '/', 'Shift+Slash': '?', KeyN: 'n', KeyJ: 'j', KeyK: 'k', KeyX: 'x' };

/** The typed character. For the Thai layout: the character that the shortcut's key has in the US layout. */
const characterOf = ({ key, code, shiftKey }) =>
  THAI.test(key) ? THAI_LAYOUT[shiftKey ? `Shift+${code}` : code] : key;

const TYPING = 'input:not([type=checkbox], [type=radio]), select, textarea, [contenteditable], dialog';
const isTyping = ({ target }) => target.closest?.(TYPING) !== null;

/** Milliseconds between keys. Scanners type faster than people. */
const SCANNER_INTERVAL = 50;
let lastKeyTime = 0;

document.addEventListener('keydown', (event) => {
  if (MODIFIERS.has(event.key)) return;
  const isScanned = event.timeStamp - lastKeyTime < SCANNER_INTERVAL;
  lastKeyTime = event.timeStamp;
  if (event.isComposing || event.altKey) return;
  const isSearchKey = (event.ctrlKey || event.metaKey) && event.code === 'KeyK' && !event.shiftKey;
  const run = isSearchKey ? () => openDialog('search-dialog') : SHORTCUTS[characterOf(event)];
  if (!run || (!isSearchKey && (event.ctrlKey || event.metaKey || isScanned || isTyping(event)))) return;
  if (!document.getElementById('search-dialog')) return;
  event.preventDefault();
  run();
});

/** Target of the last pointerdown. A drag that starts in a dialog and ends on the backdrop must not close it. */
let pressTarget;
document.addEventListener('pointerdown', ({ target }) => (pressTarget = target), true);

document.addEventListener(
  'click',
  (event) => {
    const opener = event.target.closest?.('[data-opens]');
    if (opener && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault();
      event.stopImmediatePropagation();
      openDialog(opener.dataset.opens);
    }
    const isBackdrop = event.target.matches?.('dialog[open]') && pressTarget === event.target;
    if (isBackdrop || event.target.closest?.('[data-closes]')) event.target.closest('dialog').close();
  },
  true,
);

/** Escape in a search field would only clear it. */
document.addEventListener(
  'keydown',
  (event) => {
    const dialog = event.target.closest?.('dialog[open]');
    if (event.key !== 'Escape' || !dialog) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    dialog.close();
  },
  true,
);

/** A field is expanded while its dialog shows options. */
document.addEventListener('htmx:after:swap', () => {
  const field = document.querySelector('#search-dialog [role=combobox]');
  field?.setAttribute('aria-expanded', String(document.getElementById('search-options') !== null));
});
