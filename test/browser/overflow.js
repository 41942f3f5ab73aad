// Runs in the page. Answers what is wrong with how its text lies, a line each.
(() => {
  const SLACK = 2; // pixels; fractions are rounded here and there

  /** Whether that is so of the element or of one that it is in, asked once of each. */
  const within = (isSo) => {
    const known = new Map();
    const look = (element) => {
      if (!element) return false;
      if (!known.has(element))
        known.set(element, isSo(element, getComputedStyle(element)) || look(element.parentElement));
      return known.get(element);
    };
    return look;
  };

  const isClipped = within(
    (element, { clipPath, overflow }) => clipPath !== 'none' || (element.clientWidth <= 1 && overflow === 'hidden'),
  );
  const floats = within((_, { position }) => ['fixed', 'sticky', 'absolute'].includes(position));
  const above = [document.body, document.documentElement];
  const scrolls = within(
    (element, { overflowX }) => !above.includes(element) && ['auto', 'scroll'].includes(overflowX),
  );

  const isSeen = (element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true }) &&
    !isClipped(element);

  const nameOf = (element) => {
    const classes = typeof element.className === 'string' ? element.className.trim().replace(/\s+/g, '.') : '';
    return `${element.tagName.toLowerCase()}${classes && `.${classes}`}`;
  };

  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!node.data.trim() || !isSeen(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const said = `“${node.data.trim().slice(0, 40)}” in ${nameOf(element)}`;
    const loose = floats(element);
    const canScroll = scrolls(element);
    for (const box of range.getClientRects())
      if (box.width > 1 && box.height > 1 && box.right > 0) texts.push({ box, said, element, loose, canScroll });
  }

  const faults = new Set();
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth > width)
    faults.add(`the page is ${document.documentElement.scrollWidth} wide in a window of ${width}`);

  for (const { box, said, canScroll } of texts)
    if (!canScroll && (box.right > width + SLACK || box.left < -SLACK)) faults.add(`${said} runs out of the window`);

  for (const element of document.body.querySelectorAll('*')) {
    if (!['hidden', 'clip'].includes(getComputedStyle(element).overflowX)) continue;
    if (['INPUT', 'SELECT', 'svg', 'IMG'].includes(element.tagName) || !isSeen(element)) continue;
    if (element.scrollWidth > element.clientWidth + SLACK && element.textContent.trim())
      faults.add(`“${element.textContent.trim().slice(0, 40)}” in ${nameOf(element)} is cut off`);
  }

  const inFlow = texts.filter(({ loose }) => !loose).sort((one, other) => one.box.top - other.box.top);
  for (const [i, one] of inFlow.entries())
    for (let j = i + 1; j < inFlow.length && inFlow[j].box.top < one.box.bottom; j += 1) {
      const other = inFlow[j];
      const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
      const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
      const low = Math.min(one.box.height, other.box.height);
      if (across > SLACK && down > low / 2) faults.add(`${one.said} lies on ${other.said}`); // lines of Thai stand close
    }
  return [...faults];
})();
