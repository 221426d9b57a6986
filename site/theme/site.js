/* A classic script: browsers load no modules from a folder. Without it, the pages can be read, and the tabs work. */
(function () {
  /** Browsers may refuse to store anything for a folder. */
  function stored(language) {
    try {
      if (language !== undefined) {
        localStorage.setItem('language', language);
      }
      return localStorage.getItem('language');
    } catch {
      return null;
    }
  }

  function choose(language) {
    for (const choice of document.querySelectorAll(`.tabs > input[data-language="${language}"]`)) {
      choice.checked = true;
    }
  }
  const language = stored();
  if (language !== null) {
    choose(language);
  }
  for (const choice of document.querySelectorAll('.tabs > input')) {
    choice.addEventListener('change', () => {
      stored(choice.dataset.language);
      choose(choice.dataset.language);
    });
  }

  if (navigator.clipboard !== undefined) {
    for (const figure of document.querySelectorAll('figure.code:not(.output)')) {
      const button = document.createElement('button');
      button.className = 'copy';
      button.textContent = 'Copy';
      button.addEventListener('click', async () => {
        await navigator.clipboard.writeText(figure.querySelector('pre').textContent);
        button.textContent = 'Copied';
      });
      figure.append(button);
    }
  }

  const contents = document.querySelector('.contents');
  if (contents !== null && matchMedia('(min-width: 82rem)').matches) {
    contents.open = true;
  }
  document.querySelector('#menu [aria-current]')?.scrollIntoView({ block: 'nearest' });
  if (location.hash === '') {
    window.scrollTo(0, 0);
  }
})();
