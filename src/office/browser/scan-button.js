// Loads the camera scanner when its button is pressed.

document.addEventListener('click', async ({ target }) => {
  const button = target.closest?.('[data-scanner]');
  if (!button) return;
  startScanSound();
  const { toggleScanner } = await import(button.dataset.scanner);
  toggleScanner(button);
});
