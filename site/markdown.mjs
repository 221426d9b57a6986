import { createRequire } from 'node:module';
import { createHighlighter } from 'shiki';
import { fragmentOf } from './content/addresses.ts';
import { replaceTabs } from './content/programs.ts';
import { breakableCode, labelTables } from './content/tables.ts';
import { isSession, sessionHtml } from './content/terminal.ts';
import { diagramHtml } from './diagrams.mjs';

// Eleventy's own, so that there is one version of it.
const require = createRequire(import.meta.resolve('@11ty/eleventy'));
const MarkdownIt = require('markdown-it');

const OUTPUT = ['text', 'console'];
// Those of GitHub whose colors have a contrast of 4.5:1 on the background of programs.
const THEMES = { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' };
const highlighter = await createHighlighter({
  themes: Object.values(THEMES),
  langs: ['typescript', 'python', 'java', 'go', 'csharp', 'shellscript', 'yaml', 'json', 'xml'],
});
const { escapeHtml } = new MarkdownIt().utils;

/**
 * Renders Markdown as GitHub does, and what GitHub does not have: tabs, diagrams without a script, tables that fit on a phone.
 *
 * @param page page of the site
 * @param links the links of all pages
 */
export function renderMarkdown(page, links) {
  const headings = [];
  const tabs = [];
  const markdown = replaceTabs(page.markdown, (programs) => {
    tabs.push(programs);
    return `<!-- programs ${tabs.length - 1} -->`;
  });
  // The reference of the API has thousands of signatures, which need no colors; its examples are programs.
  const isColored = (info) => !page.url.startsWith('api/') || info === 'ts';
  const renderer = new MarkdownIt({ html: true });
  withFragments(renderer, headings);
  withTables(renderer);
  renderer.renderer.rules.fence = (tokens, index) => {
    const { content, info } = tokens[index];
    const caption = OUTPUT.includes(info) && isBelowProgram(tokens, index) ? 'Output' : '';
    return block(content, info, caption, isColored(info));
  };
  const html = renderer.render(markdown)
    .replace(/<!-- programs (\d+) -->/g, (_, index) => tabsHtml(tabs[index], Number(index)))
    .replace(/(<[a-z][^>]*?\s(?:href|src|srcset)=")([^"]*)"/g, (_, before, link) => `${before}${escapeHtml(links.resolve(page, link.replaceAll('&amp;', '&')))}"`);
  return { html, headings };
}

/** Whether a block is below a program or tabs, with at most a paragraph between. */
function isBelowProgram(tokens, index) {
  return tokens.slice(Math.max(0, index - 4), index).some(({ type, info, content }) => (
    (type === 'fence' && !OUTPUT.includes(info)) || (type === 'html_block' && content.includes('<!-- programs '))
  ));
}

/**
 * Gives headings the fragments that GitHub gives them, which links of documents use. Their levels rise by one, for readers who jump from heading to
 * heading: jsii-docgen leaves levels out.
 */
function withFragments(renderer, headings) {
  const used = new Map();
  const numbered = (fragment) => {
    const times = used.get(fragment) ?? 0;
    used.set(fragment, times + 1);
    return times === 0 ? fragment : `${fragment}-${times}`;
  };
  renderer.core.ruler.push('fragments', ({ tokens }) => {
    const above = [];
    tokens.forEach((token, index) => {
      if (token.type === 'heading_close') {
        token.tag = `h${above.length}`;
      } else if (token.type === 'heading_open') {
        const written = Number(token.tag.slice(1));
        while (above.length > 0 && above.at(-1) >= written) {
          above.pop();
        }
        above.push(written);
        token.tag = `h${above.length}`;
        const { children } = tokens[index + 1];
        const title = children.filter(({ type }) => ['text', 'code_inline'].includes(type)).map(({ content }) => content).join('').trim();
        const id = anchorIn(children) ?? numbered(fragmentOf(title));
        token.attrSet('id', id);
        headings.push({ level: Number(token.tag.slice(1)), title, id });
      }
    });
  });
  renderer.renderer.rules.heading_close = (tokens, index) => {
    const { attrs } = tokens.slice(0, index).reverse().find(({ type }) => type === 'heading_open');
    const id = attrs.find(([name]) => name === 'id')[1];
    return `${tokens[index].tag === 'h1' ? '' : ` <a class="fragment" href="#${id}" aria-label="Link to this section">#</a>`}</${tokens[index].tag}>\n`;
  };
}

/** Returns the ID of an anchor in a heading, which stays when other headings come and go, and removes the anchor: the heading gets the ID. */
function anchorIn(children) {
  const at = children.findIndex(({ type, content }) => type === 'html_inline' && /^<a name="[^"]*" id="/.test(content));
  if (at < 0) {
    return undefined;
  }
  const [anchor] = children.splice(at, 2);
  return / id="([^"]*)"/.exec(anchor.content)[1].replace(/ /g, '-');
}

/** A table as wide as its longest words scrolls, and not the page; the keyboard scrolls it too. On a phone, its rows are cards. */
function withTables(renderer) {
  renderer.core.ruler.push('tables', ({ tokens }) => labelTables(tokens));
  renderer.renderer.rules.table_open = (tokens, index) => `<div class="table" tabindex="0" role="group"${renderer.renderer.renderAttrs(tokens[index])}><table>\n`;
  renderer.renderer.rules.code_inline = (tokens, index) => `<code>${breakableCode(escapeHtml(tokens[index].content))}</code>`;
  renderer.renderer.rules.table_close = () => '</table></div>\n';
}

function block(content, language, caption, colored) {
  if (language === 'mermaid') {
    return diagramHtml(content);
  }
  // Sentences wrap on a phone; tables of a program would not be readable then.
  const wraps = OUTPUT.includes(language) && !/\S {3,}\S/.test(content);
  const session = OUTPUT.includes(language) && isSession(content);
  const known = colored && highlighter.getLoadedLanguages().includes(language);
  const code = known
    ? highlighter.codeToHtml(content.trimEnd(), { lang: language, themes: THEMES, defaultColor: false })
    : `<pre tabindex="0"><code>${session ? sessionHtml(escapeHtml(content.trimEnd())) : escapeHtml(content.trimEnd())}</code></pre>`;
  return `<figure class="code${session ? ' session' : ''}${caption === '' ? '' : ' output'}${wraps ? ' wraps' : ''}">${caption === '' ? '' : `<figcaption>${caption}</figcaption>`}${code}</figure>\n`;
}

/** Tabs are radio buttons, which work without a script. */
function tabsHtml(tabs, group) {
  return `<div class="tabs" role="group" aria-label="The program in several languages">${tabs.map(({ title, fence, code, output }, index) => (
    `<input type="radio" name="tabs-${group}" id="tabs-${group}-${fence}" data-language="${fence}"${index === 0 ? ' checked' : ''}>`
    + `<label for="tabs-${group}-${fence}">${title}</label>`
    + `<div class="tab">${block(code, fence, '', true)}${output === undefined ? '' : block(output, 'text', 'Output', true)}</div>`
  )).join('')}</div>`;
}
