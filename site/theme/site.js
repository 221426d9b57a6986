/* A classic script: browsers load no modules from a folder. Without it, the pages can be read, the tabs work, and the menu is below the page. */
(function () {
  const page = document.documentElement;
  const menu = document.getElementById('Menu');

  /** Icons, drawn with lines in the color of the text. */
  const ICONS = {
    menu: 'M4 7h16M4 12h16M4 17h16',
    close: 'M6 6l12 12M18 6L6 18',
    copy: 'M9 9h10v11H9zM6 15H5V4h10v2',
    copied: 'M5 13l4 4L19 7',
    system: 'M4 5h16v11H4zM9 20h6M12 16v4',
    light: 'M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.400M17.6 17.600L19 19M5 19l1.4-1.400M17.6 6.400L19 5',
    dark: 'M20 14.500A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.500z',
  };

  function button(className, icon, label) {
    const element = document.createElement('button');
    element.type = 'button';
    element.className = className;
    draw(element, icon, label);
    return element;
  }

  function draw(element, icon, label) {
    element.innerHTML = `<svg viewBox="0 0 24 24" aria-hidden="true"><path d="${ICONS[icon]}"/></svg>`;
    element.setAttribute('aria-label', label);
    element.title = label;
  }

  /** Browsers may refuse to store anything for a folder. */
  function stored(name, value) {
    try {
      if (value !== undefined) {
        localStorage.setItem(name, value);
      }
      return localStorage.getItem(name);
    } catch {
      return null;
    }
  }

  function addThemeButton() {
    const themes = ['system', 'light', 'dark'];
    const element = document.querySelector('button.theme');
    let theme = themes.includes(stored('theme')) ? stored('theme') : 'system';
    const show = () => {
      if (theme === 'system') {
        delete page.dataset.theme;
      } else {
        page.dataset.theme = theme;
      }
      draw(element, theme, `Theme: ${theme}`);
    };
    element.addEventListener('click', () => {
      theme = themes[(themes.indexOf(theme) + 1) % themes.length];
      stored('theme', theme);
      show();
    });
    show();
    element.hidden = false;
  }

  /** Makes the menu of a phone a drawer: while it is open, nothing else can be focused. */
  function addDrawer() {
    const opener = button('to-menu', 'menu', 'Menu');
    const closer = button('close', 'close', 'Close the menu');
    const others = document.querySelectorAll('body > :not(:has(#Menu)), main');
    const toggle = (isOpen) => {
      page.classList.toggle('drawer', isOpen);
      opener.setAttribute('aria-expanded', String(isOpen));
      for (const other of others) {
        other.inert = isOpen;
      }
      (isOpen ? closer : opener).focus();
      scrollMenu();
    };
    opener.setAttribute('aria-controls', 'Menu');
    opener.setAttribute('aria-expanded', 'false');
    document.querySelector('.to-menu').replaceWith(opener);
    menu.prepend(closer);
    opener.addEventListener('click', () => { toggle(true); });
    closer.addEventListener('click', () => { toggle(false); });
    const isOpen = () => page.classList.contains('drawer');
    document.addEventListener('keydown', (event) => {
      if (event.key === 'Escape' && isOpen()) {
        toggle(false);
      }
    });
    document.addEventListener('click', (event) => {
      if (isOpen() && !menu.contains(event.target) && !opener.contains(event.target)) {
        toggle(false);
      }
    });
    matchMedia('(min-width: 60rem)').addEventListener('change', () => {
      if (isOpen()) {
        toggle(false);
      }
    });
  }

  /** Scrolls the menu, and not the page, to the current entry. */
  function scrollMenu() {
    const current = menu.querySelector('ul:not(.sections) [aria-current]');
    if (current !== null && current.offsetTop > menu.clientHeight) {
      menu.scrollTop = current.offsetTop - menu.clientHeight / 2;
    }
  }

  function choose(language) {
    for (const choice of document.querySelectorAll(`.tabs > input[data-language="${CSS.escape(language)}"]`)) {
      choice.checked = true;
    }
  }

  function rememberTabs() {
    const language = stored('language');
    if (language !== null) {
      choose(language);
    }
    for (const choice of document.querySelectorAll('.tabs > input')) {
      choice.addEventListener('change', () => {
        stored('language', choice.dataset.language);
        choose(choice.dataset.language);
      });
    }
  }

  /** Returns what a reader wants of a block: of a session, its commands. */
  function codeOf(figure) {
    const commands = figure.classList.contains('session') ? [...figure.querySelectorAll('pre > code > b')] : [];
    return commands.length === 0 ? figure.querySelector('pre').textContent : commands.map(({ textContent }) => textContent.replace(/^\$ /, '')).join('\n');
  }

  async function copy(content) {
    if (navigator.clipboard !== undefined) {
      await navigator.clipboard.writeText(content);
      return;
    }
    // Browsers have no clipboard for a server without TLS.
    const field = document.createElement('textarea');
    field.value = content;
    document.body.append(field);
    field.select();
    document.execCommand('copy');
    field.remove();
  }

  function addCopyButtons() {
    for (const figure of document.querySelectorAll('figure.code.session, figure.code:not(.output)')) {
      const element = button('copy', 'copy', 'Copy');
      element.addEventListener('click', async () => {
        await copy(codeOf(figure));
        draw(element, 'copied', 'Copied');
        setTimeout(() => { draw(element, 'copy', 'Copy'); }, 2000);
      });
      figure.append(element);
    }
  }

  /** Opens the list of sections where it has a column of its own, and marks the section that is read. */
  function followSections() {
    const contents = document.querySelector('.contents details');
    if (contents === null) {
      return;
    }
    const wide = matchMedia('(min-width: 82rem)');
    const open = () => { contents.open = wide.matches; };
    wide.addEventListener('change', open);
    open();
    const links = [...contents.querySelectorAll('a')];
    const headings = links.map((link) => document.getElementById(decodeURIComponent(link.hash.slice(1))));
    const mark = () => {
      const passed = headings.findLastIndex((heading) => heading.getBoundingClientRect().top < 120);
      links.forEach((link, index) => { link.classList.toggle('read', index === passed); });
    };
    new IntersectionObserver(mark, { rootMargin: '-110px 0px 0px' }).observe(contents);
    const observer = new IntersectionObserver(mark, { rootMargin: '-110px 0px -60% 0px' });
    for (const heading of headings) {
      observer.observe(heading);
    }
  }

  /** A diagram that had to become too small to read can be enlarged; it scrolls then. */
  function addEnlargeButtons() {
    for (const figure of document.querySelectorAll('figure.diagram')) {
      const drawing = figure.querySelector('svg');
      const least = Number.parseInt(figure.style.getPropertyValue('--least'), 10);
      if (drawing.clientWidth > 0 && drawing.clientWidth < least) {
        const element = document.createElement('button');
        element.type = 'button';
        element.textContent = 'Enlarge';
        element.setAttribute('aria-pressed', 'false');
        element.addEventListener('click', () => {
          element.setAttribute('aria-pressed', String(figure.classList.toggle('enlarged')));
          skipWhatFits();
        });
        figure.prepend(element);
      }
    }
  }

  /** The keyboard stops only at what it can scroll. */
  function skipWhatFits() {
    const boxes = [...document.querySelectorAll('[tabindex="0"], [data-scrolls], .diagram')];
    for (const box of boxes) {
      box.dataset.scrolls = '';
    }
    // Reads everything first, because each write would make the browser compute the layout again.
    const scrolls = boxes.map((box) => box.scrollWidth > box.clientWidth);
    boxes.forEach((box, index) => {
      if (scrolls[index]) {
        box.tabIndex = 0;
      } else {
        box.removeAttribute('tabindex');
      }
    });
  }

  addThemeButton();
  addDrawer();
  rememberTabs();
  addCopyButtons();
  followSections();
  addEnlargeButtons();
  skipWhatFits();
  addEventListener('resize', skipWhatFits);
  for (const choice of document.querySelectorAll('.tabs > input')) {
    choice.addEventListener('change', skipWhatFits);
  }
  scrollMenu();
})();
