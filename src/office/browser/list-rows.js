// Rows of lists: selecting them, and opening them with a click.

/** A checkbox that checks all boxes with the given name. */
document.addEventListener('change', ({ target }) => {
  const name = target.dataset?.selectAll;
  if (!name) return;
  for (const box of document.querySelectorAll(`input[type=checkbox][name="${name}"]`)) box.checked = target.checked;
});

/** Unchecking a row unchecks the boxes that select the page and all pages. */
document.addEventListener('change', ({ target }) => {
  const page = document.querySelector('[data-select-all="ids"]');
  if (!page || (target.name !== 'ids' && target !== page)) return;
  const boxes = [...document.querySelectorAll('input[name="ids"]')];
  page.checked = boxes.every((box) => box.checked);
  page.indeterminate = !page.checked && boxes.some((box) => box.checked);
  const allPages = document.querySelector('form.selection [name="all"]');
  if (allPages && !page.checked) allPages.checked = false;
});

/** A click on a row opens its page; one beside its checkbox checks it. */
document.addEventListener('click', (event) => {
  const row = event.target.closest?.('table[data-opens-rows] tbody tr');
  if (!row || event.target.closest('a, button, input') || getSelection().toString() !== '') return;
  if (event.target.closest('.tick')) return clickBox(row.querySelector('input'), event.shiftKey);
  const link = row.querySelector('th a');
  if (!link) return;
  if (event.ctrlKey || event.metaKey) window.open(link.href);
  else link.click();
});

const clickBox = (box, shiftKey = false) =>
  box?.dispatchEvent(new MouseEvent('click', { shiftKey, bubbles: true, cancelable: true }));

/** The checkbox that was clicked last. A click with Shift gives those between it and the clicked one the same state. */
let lastClicked;
document.addEventListener('click', ({ target, shiftKey }) => {
  if (!target.matches?.('input[type=checkbox][name="ids"]')) return;
  const boxes = [...document.querySelectorAll('input[name="ids"]')];
  const [from, to] = [boxes.indexOf(lastClicked), boxes.indexOf(target)].sort((a, b) => a - b);
  if (shiftKey && from !== -1) for (const box of boxes.slice(from, to + 1)) box.checked = target.checked;
  lastClicked = target;
});

/** Shift would select the text between two clicks. */
document.addEventListener('mousedown', (event) => {
  if (event.shiftKey && event.target.closest?.('.tick, input[name="ids"]')) event.preventDefault();
});
