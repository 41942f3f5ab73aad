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

/** A button that copies the text of the element it names. */
document.addEventListener('click', async ({ target }) => {
  const button = target.closest?.('[data-copies]');
  if (!button) return;
  await navigator.clipboard.writeText(document.querySelector(button.dataset.copies).textContent);
  button.textContent = button.dataset.copied;
});

/** `/` goes to the page's search, as far as nothing is being typed. */
document.addEventListener('keydown', (event) => {
  const typing = event.target.closest?.('input, select, textarea, [contenteditable]');
  if (event.key !== '/' || typing || event.ctrlKey || event.metaKey || event.altKey) return;
  const search = document.querySelector('[type=search]');
  if (!search) return;
  event.preventDefault();
  search.focus();
});

/** A file that is printed as soon as its page is there. */
function printFiles(root) {
  for (const element of root.querySelectorAll('[data-prints]')) {
    const frame = document.createElement('iframe');
    frame.hidden = true;
    frame.src = element.dataset.prints;
    frame.addEventListener('load', () => frame.contentWindow.print());
    element.append(frame);
  }
}
printFiles(document);

/** Of tabs that do not fit beside each other the current one is in sight. */
const showTab = () =>
  document.querySelector('.tabs [aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
showTab();
document.addEventListener('htmx:after:swap', showTab);

/** A page that came in place of another is read from its start. */
document.addEventListener('htmx:after:swap', ({ detail }) => {
  const target = detail?.ctx?.target ?? detail?.target;
  if (target !== document.body) return;
  printFiles(document);
  const first = document.querySelector('[autofocus], [aria-invalid]') ?? document.querySelector('#page');
  first?.focus({ preventScroll: first.id === 'page' });
});
