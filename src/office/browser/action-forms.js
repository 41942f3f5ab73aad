/** A form that expands below its button has the focus in its first field. */
document.addEventListener(
  'toggle',
  ({ target }) => {
    if (!target.open || !target.matches?.(':is(.order-cards, .active-filters) details.confirm')) return;
    if (target.querySelector('[role=alert]')) return; // an error has the focus
    target.querySelector(':is(input:not([type=hidden], [type=file]), select, textarea)')?.focus();
  },
  true,
);

/** Texts that repeat the amount of a field. */
document.addEventListener('input', ({ target }) => {
  const text = target.id && document.querySelector(`[data-amount-of="${target.id}"]`);
  if (!text) return;
  const amount = Number(target.value.replace(/[฿,\s]/g, ''));
  const minimumFractionDigits = Number.isInteger(amount) ? 0 : 2;
  text.textContent = amount > 0 ? `฿${amount.toLocaleString('en-US', { minimumFractionDigits })}` : '';
});

/** An amount that the server computed, for a field. */
document.addEventListener('htmx:after:swap', () => {
  for (const source of document.querySelectorAll('[data-fills-field]')) {
    const field = document.getElementById(source.dataset.fillsField);
    source.removeAttribute('data-fills-field'); // once: the user may change it
    if (!field) continue;
    field.value = source.dataset.amount;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
});
