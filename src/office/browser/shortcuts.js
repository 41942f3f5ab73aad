// Keyboard shortcuts, and the dialogs of the search and of the list of shortcuts.

/** Fills the dialog from the server. */
function openDialog(id) {
  const dialog = document.getElementById(id);
  if (!dialog || dialog.open) return;
  dialog.showModal();
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

const isTyping = ({ target }) => target.closest?.('input, select, textarea, [contenteditable], dialog') !== null;

/** A scanner types a whole code within milliseconds. */
const SCANNED = 50;
let lastKey = 0;

document.addEventListener('keydown', (event) => {
  const isScanned = event.timeStamp - lastKey < SCANNED;
  lastKey = event.timeStamp;
  if (event.isComposing || event.altKey) return;
  const isOfSearch = (event.ctrlKey || event.metaKey) && event.code === 'KeyK' && !event.shiftKey;
  const run = isOfSearch ? () => openDialog('search-dialog') : SHORTCUTS[event.key];
  if (!run || (!isOfSearch && (event.ctrlKey || event.metaKey || isScanned || isTyping(event)))) return;
  if (!document.getElementById('search-dialog')) return;
  event.preventDefault();
  run();
});

document.addEventListener(
  'click',
  (event) => {
    const opener = event.target.closest?.('[data-opens]');
    if (opener && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault();
      event.stopImmediatePropagation();
      openDialog(opener.dataset.opens);
    }
    const isBackdrop = event.target.matches?.('dialog[open]');
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
