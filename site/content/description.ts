/** Longest description that search engines show. */
const MAX_LENGTH = 200;

/**
 * Returns what a document is for, as plain text: the first sentences of its first paragraph, or an empty string if it has none. Headings, lists,
 * tables, comments and programs are not paragraphs.
 */
export function descriptionOf(markdown: string): string {
  const blocks = markdown.replace(/^( *)(`{3,})[^]*?^\1\2$/gm, '').split(/\n\s*\n/).map((block) => block.trim());
  const paragraph = blocks.find((block) => block !== '' && !/^(?:[#>|<*-]|\d+\.)/.test(block)) ?? '';
  const sentences = plainText(paragraph).match(/.+?[.!?:](?=\s|$)|.+$/g) ?? [];
  const [first = '', ...others] = sentences.map((sentence) => sentence.trim());
  return others.reduce(({ text, full }, sentence) => (
    full || text.length + sentence.length >= MAX_LENGTH ? { text, full: true } : { text: `${text} ${sentence}`, full }
  ), { text: first, full: false }).text.replace(/:$/, '.');
}

/** Returns Markdown without links, emphasis and the marks of code. */
function plainText(markdown: string): string {
  return markdown.replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/<[^>]*>/g, '').replace(/[`*]/g, '').replace(/\s+/g, ' ').trim();
}
