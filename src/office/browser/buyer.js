// The copy buttons of the page for buyers. Without JavaScript they are hidden.

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
