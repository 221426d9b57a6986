/*
 * The field of the search and the list of its results: a combobox as of WAI-ARIA, whose options are links. What is found, and in which order, decides
 * site/search. A classic script, because browsers load no modules from a folder.
 */
(function () {
  const root = new URL('.', document.currentScript.src).href;
  const field = document.getElementById('search');
  const results = document.getElementById('results');

  const status = document.createElement('p');
  status.setAttribute('role', 'status');
  const list = document.createElement('ol');
  list.id = 'Options';
  list.setAttribute('role', 'listbox');
  list.setAttribute('aria-label', 'Results');
  results.removeAttribute('role');
  results.removeAttribute('aria-live');
  results.removeAttribute('aria-label');
  results.replaceChildren(status, list);
  for (const [name, value] of Object.entries({ role: 'combobox', 'aria-controls': list.id, 'aria-autocomplete': 'list', 'aria-expanded': 'false', 'aria-keyshortcuts': '/' })) {
    field.setAttribute(name, value);
  }

  function load(name) {
    return new Promise((resolve, reject) => {
      const element = document.createElement('script');
      element.src = root + name;
      element.onload = resolve;
      element.onerror = () => reject(new Error(`${name} cannot be loaded`));
      document.head.append(element);
    });
  }

  let loading;
  /** Loads and indexes what can be found, at the first search. */
  function loadSearch() {
    loading ??= Promise.all([load('search-engine.js'), load('search-entries.js')]).then(() => window.siteSearch(window.searchEntries));
    return loading;
  }

  function setOpen(isOpen) {
    results.hidden = !isOpen;
    field.setAttribute('aria-expanded', String(isOpen && list.childElementCount > 0));
    if (!isOpen) {
      select(-1);
    }
  }

  let selected = -1;
  /** Makes an option the active one, or none. The focus stays in the field. */
  function select(index) {
    const options = [...list.querySelectorAll('a')];
    selected = options.length === 0 ? -1 : Math.max(-1, Math.min(index, options.length - 1));
    options.forEach((option, at) => option.setAttribute('aria-selected', String(at === selected)));
    if (selected < 0) {
      field.removeAttribute('aria-activedescendant');
    } else {
      field.setAttribute('aria-activedescendant', options[selected].id);
      options[selected].scrollIntoView({ block: 'nearest' });
    }
  }

  function optionOf({ url, page, section, excerpt }, index) {
    const link = document.createElement('a');
    link.id = `Option-${index}`;
    link.href = root + url;
    link.tabIndex = -1;
    link.setAttribute('role', 'option');
    const title = document.createElement('strong');
    title.textContent = page;
    link.append(title, ...(section === undefined ? [] : [` › ${section}`]));
    const text = document.createElement('small');
    text.append(...excerpt.map((piece) => {
      const element = document.createElement(piece.marked ? 'mark' : 'span');
      element.textContent = piece.text;
      return element;
    }));
    link.append(text);
    const item = document.createElement('li');
    item.setAttribute('role', 'presentation');
    item.append(link);
    return item;
  }

  async function show() {
    const words = field.value.trim();
    if (words === '') {
      setOpen(false);
      return;
    }
    let found = [];
    try {
      found = (await loadSearch()).search(words);
      if (words !== field.value.trim()) {
        return;
      }
      status.textContent = found.length === 0 ? `Nothing found for '${words}'` : found.length === 1 ? '1 result' : `${found.length} results`;
    } catch (error) {
      status.textContent = `The search does not work: ${error.message}`;
    }
    list.replaceChildren(...found.map(optionOf));
    list.hidden = found.length === 0;
    select(-1);
    setOpen(true);
  }

  field.addEventListener('focus', () => { loadSearch().catch(() => undefined); });
  field.addEventListener('input', show);
  field.form.addEventListener('submit', (event) => {
    event.preventDefault();
    list.querySelectorAll('a')[Math.max(0, selected)]?.click();
  });
  field.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (results.hidden) {
        show();
      } else {
        select(selected + (event.key === 'ArrowDown' ? 1 : -1));
      }
    }
  });
  document.addEventListener('keydown', (event) => {
    if (event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey && !/^(?:INPUT|TEXTAREA)$/.test(document.activeElement.tagName)) {
      event.preventDefault();
      field.focus();
    } else if (event.key === 'Escape' && !results.hidden) {
      // The first press closes the list; another one clears the field, as browsers do.
      event.preventDefault();
      setOpen(false);
      field.focus();
    }
  });
  document.addEventListener('click', (event) => {
    if (!results.contains(event.target) && event.target !== field || event.target.closest('#results a')) {
      setOpen(false);
    }
  });
})();
