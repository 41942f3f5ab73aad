// The last tabs of a row that do not fit, usually saved views, move to the menu beside it. On a phone, the row scrolls to
// its current tab.

function foldTabs() {
  if (matchMedia('(max-width: 48rem)').matches) return;
  for (const row of document.querySelectorAll('.tab-row')) {
    const tabs = row.querySelector('nav.tabs');
    const menu = row.querySelector('.menu > div');
    while (tabs.scrollWidth > tabs.clientWidth && tabs.querySelector('a:not([aria-current])'))
      menu.prepend([...tabs.children].findLast((tab) => !tab.hasAttribute('aria-current')));
  }
}

/** The tab that each row was scrolled to: a refresh of the page does not scroll it again. */
const shownTabs = new WeakMap();

function showCurrentTab() {
  for (const tab of document.querySelectorAll('nav.tabs > [aria-current]')) {
    const row = tab.parentElement;
    if (shownTabs.get(row) === tab.href) continue;
    shownTabs.set(row, tab.href);
    const [{ left, width }, outer] = [tab.getBoundingClientRect(), row.getBoundingClientRect()];
    row.scrollLeft += left + width / 2 - outer.left - outer.width / 2;
  }
}

function arrangeTabs() {
  foldTabs();
  showCurrentTab();
}
arrangeTabs();
document.fonts.ready.then(foldTabs);
addEventListener('resize', foldTabs);
document.addEventListener('htmx:after:swap', arrangeTabs);
