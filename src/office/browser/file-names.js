// The names of chosen files, in the language of the page. The file fields of browsers follow their own language.

document.addEventListener('change', ({ target }) => {
  const face = target.type === 'file' && target.parentElement.querySelector('.file-face');
  if (!face) return;
  const { many, none } = face.dataset;
  const [first, ...others] = target.files;
  const name = others.length > 0 ? many.replace('{count}', target.files.length) : (first?.name ?? none);
  face.querySelector('.file-name').textContent = name;
});
