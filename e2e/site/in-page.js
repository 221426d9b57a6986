/* What the tests read in a page. */
window.inPage = {
  /** Findings of axe-core below an element, with the first elements. */
  async accessibilityFindings(selector) {
    const { violations } = await window.axe.run(document.querySelector(selector), {
      // Files may not request the style sheet, which only a rule about rotated screens reads.
      preload: false, resultTypes: ['violations'], runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    });
    return violations.map(({ id, help, nodes }) => (
      `${id}: ${help}: ${nodes.slice(0, 3).map(({ target, any }) => [target.join(' '), ...any.slice(0, 1).map(({ message }) => message)].join(' ')).join('; ')} (${nodes.length})`
    ));
  },

  /** Elements that are wider than the window, or scroll sideways although they are not code. */
  sideways() {
    const width = document.documentElement.clientWidth;
    const name = (element) => `${element.tagName.toLowerCase()}${element.className === '' ? '' : `.${element.className}`} '${element.textContent.trim().slice(0, 40)}'`;
    const all = [...document.querySelectorAll('body *')].filter((element) => element.closest('pre, svg, .tabs > input') === null);
    const wide = document.documentElement.scrollWidth > width ? all.filter((element) => element.getBoundingClientRect().right > width + 1) : [];
    const scrolling = all.filter((element) => element.scrollWidth > element.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(element).overflowX));
    return [...wide.map((element) => `${name(element)} is wider than the window`), ...scrolling.map((element) => `${name(element)} scrolls sideways`)].slice(0, 5);
  },

  /** IDs that several elements have. */
  duplicateIds() {
    const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
    return ids.filter((id, index) => ids.indexOf(id) !== index);
  },

  /** Tag, class and label of the element that has the focus. */
  focused() {
    const { tagName, className, id, textContent } = document.activeElement;
    return `${tagName.toLowerCase()} ${document.activeElement.getAttribute('aria-label') ?? (id === '' ? textContent.trim() : id)} ${className}`.trim();
  },

  /** Whether the element that has the focus shows it. */
  showsFocus() {
    const element = document.activeElement.matches('.tabs > input') ? document.activeElement.nextElementSibling : document.activeElement;
    return getComputedStyle(element).outlineStyle !== 'none';
  },

  /** Copy buttons that a finger cannot see or press. */
  hiddenCopyButtons() {
    return [...document.querySelectorAll('button.copy')].filter((element) => {
      const { width, height } = element.getBoundingClientRect();
      return element.checkVisibility() && (getComputedStyle(element).opacity !== '1' || width < 24 || height < 24);
    }).length;
  },
};
