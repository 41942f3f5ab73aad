// The last tabs of a row that do not fit, usually saved views, move to the menu beside it. On a phone, the row scrolls.

function foldTabs() {
  if (matchMedia('(max-width: 48rem)').matches) return;
  for (const row of document.querySelectorAll('.tab-row')) {
    const tabs = row.querySelector('nav.tabs');
    const menu = row.querySelector('.menu > div');
    while (tabs.scrollWidth > tabs.clientWidth && tabs.querySelector('a:not([aria-current])'))
      menu.prepend([...tabs.children].findLast((tab) => !tab.hasAttribute('aria-current')));
  }
}
foldTabs();
document.fonts.ready.then(foldTabs);
addEventListener('resize', foldTabs);
document.addEventListener('htmx:after:swap', foldTabs);
