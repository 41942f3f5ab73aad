// Chosen files are kept while the server shows their form again, with errors or in the other language. The page holds
// them in memory; nothing is stored on the device.

/** Includes fields outside the form that refer to it with `form`. */
const fileFields = (form) => [...form.elements].filter(({ type }) => type === 'file');
const chosenFileFields = (form) => fileFields(form).filter(({ files }) => files.length);

/** The form of the request, and what was chosen in its file fields. */
let keptFiles;

document.addEventListener('htmx:before:swap', ({ detail: { ctx } }) => {
  const form = ctx.target === document.body ? ctx.request?.form : undefined;
  keptFiles = form && {
    action: form.getAttribute('action'),
    fields: chosenFileFields(form).map((field) => ({
      name: field.name,
      files: [...field.files],
      edits: pictureEdits.get(field),
    })),
  };
});

document.addEventListener('htmx:after:swap', (event) => {
  if (!keptFiles || swapped(event) !== document.body) return;
  const { action, fields } = keptFiles;
  const form = postForms().find(
    (candidate) => 'typed' in candidate.dataset && candidate.getAttribute('action') === action,
  );
  if (form)
    for (const kept of fields)
      chooseAgain(
        fileFields(form).find(({ name }) => name === kept.name),
        kept,
      );
  keptFiles = undefined;
});

function chooseAgain(field, { files, edits }) {
  if (!field) return;
  const transfer = new DataTransfer();
  for (const file of files) transfer.items.add(file);
  field.files = transfer.files;
  field.dispatchEvent(new CustomEvent('change', { bubbles: true, detail: { edits } }));
}
