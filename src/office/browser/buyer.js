// The copy buttons of the page for buyers, which are hidden without JavaScript, and the preview of the chosen slip.

document.documentElement.classList.add('scripted');

document.addEventListener('click', async ({ target }) => {
  const button = target.closest?.('[data-copies]');
  if (!button) return;
  const { copies, copied } = button.dataset;
  if (await copy(copies, button.parentElement.querySelector('.number'))) button.textContent = copied;
});

/** Returns whether it copied. Over plain http only a selection can be copied. */
async function copy(text, element) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    getSelection().selectAllChildren(element);
    return document.execCommand('copy');
  }
}

document.addEventListener('change', ({ target }) => {
  if (target.type !== 'file') return;
  const field = target.parentElement;
  field.parentElement.querySelector('.chosen')?.remove();
  const [file] = target.files;
  if (!file) return;
  const picture = Object.assign(new Image(), { className: 'chosen', alt: file.name, src: URL.createObjectURL(file) });
  picture.addEventListener('load', () => {
    URL.revokeObjectURL(picture.src);
    field.after(picture);
  });
});
