// Loads the camera scanner when its button is pressed.

document.addEventListener('click', async ({ target }) => {
  const button = target.closest?.('[data-scanner]');
  if (!button) return;
  const sound = new AudioContext(); // browsers let a page play sound only from within a click
  const { toggleScanner } = await import(button.dataset.scanner);
  toggleScanner(button, sound);
});
