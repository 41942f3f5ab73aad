// Rows of lists: selecting them, and opening them with a click.

/** A checkbox that checks all boxes with the given name. */
document.addEventListener('change', ({ target }) => {
  const name = target.dataset?.selectAll;
  if (!name) return;
  for (const box of document.querySelectorAll(`input[type=checkbox][name="${name}"]`)) box.checked = target.checked;
});

/** The box that checks all boxes with this name, if there is one. */
const boxOfAll = (name) => name && document.querySelector(`[data-select-all="${name}"]`);

/** Unchecking a row unchecks the boxes that select the page and all pages. */
document.addEventListener('change', ({ target }) => {
  const name = target.dataset?.selectAll ?? target.name;
  const page = boxOfAll(name);
  if (!page) return;
  const boxes = [...document.querySelectorAll(`input[name="${name}"]`)];
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

const isRowBox = (input) => input.matches?.('input[type=checkbox]') && (input.name === 'ids' || !!boxOfAll(input.name));

/** The checkbox that was clicked last. A click with Shift gives those between it and the clicked one the same state. */
let lastClicked;
document.addEventListener('click', ({ target, shiftKey }) => {
  if (!isRowBox(target)) return;
  const boxes = [...document.querySelectorAll(`input[name="${target.name}"]`)];
  const [from, to] = [boxes.indexOf(lastClicked), boxes.indexOf(target)].sort((a, b) => a - b);
  if (shiftKey && from !== -1) for (const box of boxes.slice(from, to + 1)) box.checked = target.checked;
  lastClicked = target;
});

/** Shift would select the text between two clicks. */
document.addEventListener('mousedown', (event) => {
  if (event.shiftKey && (isRowBox(event.target) || event.target.closest?.('.tick'))) event.preventDefault();
});
