// Runs in the page with the known combinations of colors. Marks one text of each other one and its link, and returns these.
// Takes the elements around a text as its background: not what is moved below it.
(known) => {
  const MARK = 'data-new-colors';
  for (const old of document.querySelectorAll(`[${MARK}]`)) old.removeAttribute(MARK);

  const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
  const ground = new Map();
  /** What lies below the text: everything that is painted from here up to the root. */
  const groundOf = (element) => {
    if (!element) return '';
    if (!ground.has(element)) {
      const { backgroundColor, backgroundImage, clipPath, filter, opacity } = getComputedStyle(element);
      const own = `${backgroundColor} ${backgroundImage} ${clipPath} ${filter} ${opacity}`;
      const isBare = own === 'rgba(0, 0, 0, 0) none none none 1';
      ground.set(element, groundOf(element.parentElement) + (isBare ? '' : `${own};`));
    }
    return ground.get(element);
  };

  const isControl = ({ tagName }) => ['INPUT', 'SELECT', 'TEXTAREA'].includes(tagName);
  const textOf = ({ childNodes }) => [...childNodes].map((node) => (node.nodeType === 3 ? node.data : '')).join('');
  // axe skips the texts of disabled controls and symbols
  const isDisabled = (element) =>
    element.closest(':disabled, [aria-disabled=true]') !== null || element.closest('label')?.control?.disabled === true;

  const isOnPage = (element) => {
    const { bottom, height, right, width } = element.getBoundingClientRect();
    return width > 1 && height > 1 && right > 0 && bottom + scrollY > 0;
  };

  /** What axe compares a link with: the text around it. */
  const aroundLink = (element) => {
    const block = element.closest('p, li, td, th, dd, dt, div, section, main, body');
    const isAlone = block.textContent.trim() === element.textContent.trim();
    const { color, fontWeight } = getComputedStyle(element.parentElement);
    return [isAlone, color, fontWeight, getComputedStyle(element).textDecorationLine];
  };

  const combinationOf = (element, text) => {
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
    const kind = [element.tagName, element.type ?? '', element.getAttribute('class') ?? '', isDisabled(element)];
    const look = [isDark, color, fontSize, fontWeight, textShadow, groundOf(element)];
    const link = element.closest('a[href]');
    if (link) look.push(...aroundLink(link));
    return [...kind, /[\p{L}\p{N}]{2}/u.test(text), ...look].join('|');
  };

  const seen = new Set(known);
  const found = [];
  for (const element of document.body.querySelectorAll('*')) {
    const text = textOf(element);
    if (!text.trim() && !isControl(element)) continue;
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    if (!isOnPage(element)) continue;
    const combination = combinationOf(element, text);
    if (seen.has(combination)) continue;
    seen.add(combination);
    found.push(combination);
    element.setAttribute(MARK, '');
    element.closest('a[href]')?.setAttribute(MARK, '');
  }
  return found;
};
