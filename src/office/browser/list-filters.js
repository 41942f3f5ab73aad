// Filters of a list apply immediately, and stay expanded while they are chosen.

const FILTERS = '.list-filters details';

/** A day of the calendar applies at once, a typed date when the focus leaves the field and its calendar. */
document.addEventListener('change', ({ target, isTrusted }) => {
  const isTyped = isTrusted && target.matches('.date > input');
  if (target.closest(FILTERS) && !isTyped) apply(target);
});
document.addEventListener('focusout', ({ target }) => {
  const date = target.closest?.(`${FILTERS} .date`);
  if (date) setTimeout(() => applyTyped(date)); // a calendar that draws another month has no focus for a moment
});

function applyTyped(date) {
  const field = date.querySelector('input');
  const hasFocus = date.contains(document.activeElement);
  if (date.isConnected && !hasFocus && field.value !== field.defaultValue) apply(field);
}

/** The focus leaves a date once more when its page is replaced: that applies nothing. */
function apply(field) {
  field.defaultValue = field.value;
  field.form.requestSubmit();
}

/** The path of the list whose filters were expanded before an htmx swap. */
let expandedOn;
document.addEventListener('htmx:before:swap', () => {
  expandedOn = document.querySelector(`${FILTERS}[open]`) ? location.pathname : undefined;
});
document.addEventListener('htmx:after:swap', () => {
  const filters = expandedOn === location.pathname && document.querySelector(FILTERS);
  if (filters) filters.open = true;
});
