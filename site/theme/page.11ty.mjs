import { renderMarkdown } from '../markdown.mjs';
import { layout } from './layout.ts';

export const data = {
  pagination: { data: 'site.pages', size: 1, alias: 'entry' },
  permalink: ({ entry }) => entry.url,
};

export function render({ entry, site }) {
  const { html, headings } = renderMarkdown(entry, site.links);
  return layout(entry, html, headings);
}
