/* The search: a classic script, because browsers load no modules from a folder. */
(function () {
  const root = new URL('.', document.currentScript.src).href;
  const field = document.getElementById('search');
  const results = document.getElementById('results');

  function load(name) {
    return new Promise((resolve, reject) => {
      const element = document.createElement('script');
      element.src = root + name;
      element.onload = resolve;
      element.onerror = () => reject(new Error(`${name} cannot be loaded`));
      document.head.append(element);
    });
  }

  let index;
  /** Loads and indexes what can be found, at the first search. */
  function loadIndex() {
    index ??= Promise.all([load('minisearch.js'), load('search-entries.js')]).then(() => {
      const search = new window.MiniSearch({
        fields: ['h', 'p', 't'],
        storeFields: ['u', 'p', 'h', 't'],
        idField: 'u',
        // Names of classes are found by their words too.
        tokenize: (text) => text.split(/[^\p{L}\p{N}]+/u).flatMap((word) => [word, ...(/[a-z][A-Z]/.test(word) ? word.split(/(?=[A-Z][a-z])/) : [])]),
        // A class comes before what is written about it.
        searchOptions: { boost: { h: 4, p: 5 }, prefix: true, fuzzy: (term) => (term.length > 4 ? 0.2 : false), combineWith: 'AND' },
      });
      search.addAll(window.searchEntries);
      return search;
    });
    return index;
  }

  /** Appends the text around the first word that was found. */
  function appendExcerpt(element, text, words) {
    const lower = text.toLowerCase();
    const found = words.map((word) => [lower.indexOf(word.toLowerCase()), word.length]).filter(([at]) => at >= 0).sort(([left], [right]) => left - right)[0];
    if (found === undefined) {
      element.append(text.slice(0, 140));
      return;
    }
    const [at, length] = found;
    const mark = document.createElement('mark');
    mark.textContent = text.slice(at, at + length);
    const before = text.slice(Math.max(0, at - 60), at);
    element.append(at > 60 ? `… ${before.slice(before.indexOf(' ') + 1)}` : before, mark, text.slice(at + length, at + length + 90));
  }

  async function show() {
    const words = field.value.trim();
    if (words === '') {
      results.hidden = true;
      return;
    }
    const found = (await loadIndex()).search(words).slice(0, 20);
    if (words !== field.value.trim()) {
      return;
    }
    const list = document.createElement('ol');
    for (const { u, p, h, t, terms } of found) {
      const item = document.createElement('li');
      const link = document.createElement('a');
      link.href = root + u;
      const title = document.createElement('strong');
      title.textContent = h === undefined ? p : `${p}: ${h}`;
      const excerpt = document.createElement('small');
      appendExcerpt(excerpt, t, terms);
      link.append(title, excerpt);
      item.append(link);
      list.append(item);
    }
    const count = document.createElement('p');
    count.textContent = found.length === 0 ? `Nothing found for '${words}'` : found.length === 20 ? 'First 20 results' : found.length === 1 ? '1 result' : `${found.length} results`;
    results.replaceChildren(count, list);
    results.hidden = false;
  }

  field.addEventListener('focus', () => { loadIndex(); });
  field.addEventListener('input', show);
  field.form.addEventListener('submit', (event) => {
    event.preventDefault();
    results.querySelector('a')?.click();
  });
  document.addEventListener('keydown', (event) => {
    const links = [...results.querySelectorAll('a')];
    const at = links.indexOf(document.activeElement);
    if (event.key === '/' && !/^(?:INPUT|TEXTAREA)$/.test(document.activeElement.tagName)) {
      event.preventDefault();
      field.focus();
    } else if (event.key === 'Escape' && !results.hidden) {
      results.hidden = true;
      field.focus();
    } else if (event.key === 'ArrowDown' && !results.hidden && (at >= 0 || document.activeElement === field)) {
      event.preventDefault();
      links[Math.min(at + 1, links.length - 1)]?.focus();
    } else if (event.key === 'ArrowUp' && at >= 0) {
      event.preventDefault();
      (links[at - 1] ?? field).focus();
    }
  });
  document.addEventListener('click', (event) => {
    if (!results.contains(event.target) && event.target !== field || event.target.closest('#results a')) {
      results.hidden = true;
    }
  });
})();
