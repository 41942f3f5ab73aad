// What is typed between the submission of a form and the next page is kept: in the same field of the next page, or in its
// field for codes.

const TYPED_FIELDS =
  '#page :is(input:not([type=hidden], [type=checkbox], [type=radio], [type=file]), textarea, select)';

const isCodeField = (field) => field.dataset.scans === 'each';

/** The key of a field, equal on both pages. Rows change their places, so the key of a field in a row contains the row. */
function keyOfField(field) {
  const row = field.closest('[data-row]')?.dataset.row;
  return isCodeField(field) ? 'code' : row === undefined ? field.id : `${row} ${field.name}`;
}

const fieldsByKey = () =>
  new Map([...document.querySelectorAll(TYPED_FIELDS)].map((field) => [keyOfField(field), field]));

/** The request of the submitted form, and its fields at that time. */
let sentForm;

/** What was typed since, and the field with the focus. */
let keptFields;

document.addEventListener('htmx:config:request', ({ detail: { ctx } }) => {
  const form = ctx.sourceElement;
  const row = form.closest('[data-row]');
  if (ctx.target !== document.body || !(row || form.querySelector('[data-scans], [type=search]'))) return;
  const values = new Map([...fieldsByKey()].map(([key, { value }]) => [key, value]));
  const rowField = row && keyOfField(row.querySelector('input:not([type=hidden])'));
  sentForm = { ctx, values, focus: document.activeElement, rowField };
});

/** What is in the field for codes belongs to the next code. */
const isTypedSince = ({ values }, key, field) =>
  isCodeField(field) ? field.value !== '' && field.value !== field.defaultValue : field.value !== values.get(key);

document.addEventListener('htmx:before:swap', ({ detail: { ctx } }) => {
  keptFields = ctx === sentForm?.ctx ? keepFields(sentForm) : undefined;
});

function keepFields(sent) {
  const fields = fieldsByKey();
  const typed = [...fields].filter(([key, field]) => isTypedSince(sent, key, field));
  const active = document.activeElement;
  const [focus] = [...fields].find(([, field]) => field === active) ?? [];
  const hasFocus = focus !== undefined && (active !== sent.focus || focus === 'code' || active.type === 'search');
  return {
    values: new Map(typed.map(([key, { value }]) => [key, value])),
    focus: hasFocus ? focus : sent.rowField,
    selection: [active.selectionStart, active.selectionEnd],
    rowTop: fields.get(sent.rowField)?.getBoundingClientRect().top,
    rowField: sent.rowField,
  };
}

/** At once after the swap, before the next key. */
document.addEventListener('htmx:before:settle', ({ detail: { task } }) => {
  if (!keptFields || task.target !== document.body) return;
  const { values, focus, selection } = keptFields;
  const fields = fieldsByKey();
  for (const [key, value] of values) if (fields.has(key)) fields.get(key).value = value;
  const field = focusKept();
  if (values.has(focus)) field?.setSelectionRange?.(...selection);
  else if (field?.type === 'search') field.select(); // typing replaces a search text
});

/** The row of a submitted form does not move on the screen. */
window.keepRowInPlace = () => {
  const field = keptFields?.rowField && fieldsByKey().get(keptFields.rowField);
  if (field) scrollBy(0, field.getBoundingClientRect().top - keptFields.rowTop);
};

/** Focuses the field that had the focus, if the page has it. @returns the field */
function focusKept() {
  const field = keptFields && fieldsByKey().get(keptFields.focus);
  field?.focus({ preventScroll: true });
  return field;
}

/** A chosen result of a search replaces what was typed for it. Chosen by a key, it does not take the focus with it. */
document.addEventListener('click', ({ target, detail }) => {
  const results = target.closest?.('button') && target.closest('[data-clears]');
  if (!results) return;
  const field = document.getElementById(results.dataset.clears);
  field.value = '';
  if (detail === 0) field.focus();
});

/** A suggestion fills fields of its form, by their names. */
document.addEventListener('click', ({ target }) => {
  const suggestion = target.closest?.('[data-fills]');
  if (!suggestion) return;
  for (const [name, value] of Object.entries(JSON.parse(suggestion.dataset.fills))) {
    const field = suggestion.form.elements[name];
    field.value = value;
    field.dispatchEvent(new Event('change', { bubbles: true }));
  }
  suggestion.closest('[aria-live]').hidden = true;
});
