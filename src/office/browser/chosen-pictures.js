/** Chosen pictures are shown before they are saved. Each has a button that turns it and a field with its turn. */
document.addEventListener('change', ({ target }) => {
  if (!target.matches('[data-previews]')) return;
  target.parentElement.querySelector('.chosen-pictures')?.remove();
  if (target.files.length === 0) return;
  const pictures = document.createElement('div');
  pictures.className = 'chosen-pictures';
  pictures.append(...[...target.files].map((file) => chosenPicture(file, target.dataset.previews)));
  target.after(pictures);
});

function chosenPicture(file, label) {
  const turn = Object.assign(document.createElement('input'), { type: 'hidden', name: 'turn', value: '0' });
  const picture = Object.assign(document.createElement('img'), { alt: file.name, src: URL.createObjectURL(file) });
  const release = () => URL.revokeObjectURL(picture.src);
  picture.addEventListener('load', release);
  picture.addEventListener('error', release);
  const button = Object.assign(document.createElement('button'), { type: 'button', textContent: label });
  button.className = 'secondary outline small';
  button.setAttribute('aria-label', `${label}: ${file.name}`);
  button.addEventListener('click', () => {
    turn.value = String((Number(turn.value) + 90) % 360);
    picture.dataset.turn = turn.value;
  });
  const item = document.createElement('div');
  item.append(picture, button, turn);
  return item;
}
