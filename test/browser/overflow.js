// Runs in the page. Returns one line for each text that is cut off, outside the window or overlapping.
(() => {
  const SLACK = 2; // pixels, for rounding

  /** Whether the element or one of its ancestors matches; cached for each element. */
  const within = (matches) => {
    const cache = new Map();
    const check = (element) => {
      if (!element) return false;
      if (!cache.has(element))
        cache.set(element, matches(element, getComputedStyle(element)) || check(element.parentElement));
      return cache.get(element);
    };
    return check;
  };

  const isClipped = within(
    (element, { clipPath, overflow }) => clipPath !== 'none' || (element.clientWidth <= 1 && overflow === 'hidden'),
  );
  /** Cut with an ellipsis while its title has the whole text. */
  const isShortened = within(
    (element, { textOverflow }) => textOverflow === 'ellipsis' && element.title === element.textContent.trim(),
  );
  const floats = within((_, { position }) => ['fixed', 'sticky', 'absolute'].includes(position));
  const roots = [document.body, document.documentElement];
  const scrolls = within(
    (element, { overflowX }) => !roots.includes(element) && ['auto', 'scroll'].includes(overflowX),
  );

  const isVisible = (element) =>
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
    if (!node.data.trim() || !isVisible(element) || isShortened(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const label = `“${node.data.trim().slice(0, 40)}” in ${nameOf(element)}`;
    const isFloating = floats(element);
    const canScroll = scrolls(element);
    for (const box of range.getClientRects())
      if (box.width > 1 && box.height > 1 && box.right > 0) texts.push({ box, label, isFloating, canScroll });
  }

  const problems = new Set();
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth > width)
    problems.add(`the page is ${document.documentElement.scrollWidth} wide in a window of ${width}`);

  for (const { box, label, canScroll } of texts)
    if (!canScroll && (box.right > width + SLACK || box.left < -SLACK)) problems.add(`${label} runs out of the window`);

  for (const element of document.body.querySelectorAll('*')) {
    if (!['hidden', 'clip'].includes(getComputedStyle(element).overflowX)) continue;
    if (['INPUT', 'SELECT', 'svg', 'IMG'].includes(element.tagName) || !isVisible(element)) continue;
    if (isShortened(element)) continue;
    if (element.scrollWidth > element.clientWidth + SLACK && element.textContent.trim())
      problems.add(`“${element.textContent.trim().slice(0, 40)}” in ${nameOf(element)} is cut off`);
  }

  for (const element of document.body.querySelectorAll('.tag, :is(button, .button) > span')) {
    if (!isVisible(element) || !element.textContent.trim() || getComputedStyle(element).position === 'absolute')
      continue;
    const [box, frame] = [element, element.parentElement.closest('td, th, .card, button, .button')].map((node) =>
      node?.getBoundingClientRect(),
    );
    if (!frame) continue;
    const isOutside =
      box.left < frame.left - SLACK || box.right > frame.right + SLACK || box.bottom > frame.bottom + SLACK;
    if (isOutside) problems.add(`“${element.textContent.trim().slice(0, 40)}” in ${nameOf(element)} leaves its frame`);
  }

  const inFlow = texts.filter(({ isFloating }) => !isFloating).sort((a, b) => a.box.top - b.box.top);
  for (const [i, text] of inFlow.entries())
    for (let j = i + 1; j < inFlow.length && inFlow[j].box.top < text.box.bottom; j += 1) {
      const other = inFlow[j];
      const overlapWidth = Math.min(text.box.right, other.box.right) - Math.max(text.box.left, other.box.left);
      const overlapHeight = Math.min(text.box.bottom, other.box.bottom) - Math.max(text.box.top, other.box.top);
      const lowerHeight = Math.min(text.box.height, other.box.height);
      if (overlapWidth > SLACK && overlapHeight > lowerHeight / 2)
        problems.add(`${text.label} overlaps ${other.label}`); // Thai lines are close together
    }
  return [...problems];
})();
