// Keyboard shortcuts, and the dialogs of the search and of the list of shortcuts.

/** Fills the dialog from the server. */
function openDialog(id) {
  const dialog = document.getElementById(id);
  if (!dialog || dialog.open) return;
  dialog.showModal();
  htmx.process(dialog); // a key may be pressed before htmx has initialized the page
  const field = dialog.querySelector('[type=search]');
  field?.select();
  (field ?? dialog).dispatchEvent(new CustomEvent('opened'));
}

const SHORTCUTS = {
  '/': () => {
    const search = document.querySelector('#page [type=search]');
    if (search) search.focus();
    else openDialog('search-dialog');
  },
  n: () => document.querySelector('#page [aria-keyshortcuts="n"]')?.click(),
  '?': () => openDialog('shortcuts-dialog'),
};

const MODIFIERS = new Set(['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock']);
const THAI = /[\u0e00-\u0e7f]/;
const OF_THAI_LAYOUT = { Slash: '/', 'Shift+Slash': '?', KeyN: 'n' };

/** The shortcut's character, also with the Thai layout, which has other characters on its keys. */
const characterOf = ({ key, code, shiftKey }) =>
  THAI.test(key) ? OF_THAI_LAYOUT[shiftKey ? `Shift+${code}` : code] : key;

const isTyping = ({ target }) => target.closest?.('input, select, textarea, [contenteditable], dialog') !== null;

/** A scanner types a whole code within milliseconds. */
const SCANNED = 50;
let lastKey = 0;

document.addEventListener('keydown', (event) => {
  if (MODIFIERS.has(event.key)) return;
  const isScanned = event.timeStamp - lastKey < SCANNED;
  lastKey = event.timeStamp;
  if (event.isComposing || event.altKey) return;
  const isOfSearch = (event.ctrlKey || event.metaKey) && event.code === 'KeyK' && !event.shiftKey;
  const run = isOfSearch ? () => openDialog('search-dialog') : SHORTCUTS[characterOf(event)];
  if (!run || (!isOfSearch && (event.ctrlKey || event.metaKey || isScanned || isTyping(event)))) return;
  if (!document.getElementById('search-dialog')) return;
  event.preventDefault();
  run();
});

/** Where the last press began: a drag out of a dialog, such as over the text of its field, ends on the backdrop. */
let pressed;
document.addEventListener('pointerdown', ({ target }) => (pressed = target), true);

document.addEventListener(
  'click',
  (event) => {
    const opener = event.target.closest?.('[data-opens]');
    if (opener && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault();
      event.stopImmediatePropagation();
      openDialog(opener.dataset.opens);
    }
    const isBackdrop = event.target.matches?.('dialog[open]') && pressed === event.target;
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
