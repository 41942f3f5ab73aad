/** Shows a slip above the page. A click switches between the whole slip and its full size. */
document.addEventListener('click', (event) => {
  const link = event.target.closest('a[data-zoom]');
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const dialog = document.createElement('dialog');
  dialog.className = 'zoomed';
  const close = Object.assign(document.createElement('button'), { type: 'button', textContent: link.dataset.zoom });
  close.addEventListener('click', () => dialog.close());
  const picture = Object.assign(document.createElement('img'), { src: link.href, alt: link.querySelector('img').alt });
  picture.addEventListener('click', () => dialog.classList.toggle('full-size'));
  dialog.addEventListener('close', () => dialog.remove());
  dialog.append(close, picture);
  document.body.append(dialog);
  dialog.showModal();
});

/** A click on the slip of a review switches in the same way. */
document.addEventListener('click', (event) => {
  const link = event.target.closest('a[data-enlarges]');
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  link.closest('.dialog').classList.toggle('full-size');
});
